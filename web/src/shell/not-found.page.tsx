import { Link } from 'react-router-dom'
import { Notice } from './notice.tsx'
import { usePageTitle } from './page-title.ts'

export default function NotFoundPage() {
  usePageTitle('404 Page Not Found')
  return (
    <div lang="en">
      <Notice title="404 Page Not Found">
        <p>Did you forget to add the page to the router?</p>
        <p>
          <Link to="/">Back to the home page</Link>
        </p>
      </Notice>
    </div>
  )
}
