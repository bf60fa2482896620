import { brand } from '../src/content/brand.ts'
import { faq } from '../src/content/faq.ts'

/** The structured data of the landing page: the organisation and the questions. No ratings, since there are none. */
export const structuredData = JSON.stringify({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'Organization',
      name: brand.name,
      slogan: brand.tagline,
      email: brand.supportEmail,
      telephone: brand.supportPhone,
    },
    {
      '@type': 'FAQPage',
      inLanguage: 'it',
      mainEntity: faq.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ],
}).replaceAll('<', '\\u003c')
