/** What the business calls itself, in letters as on its pages. An example value: put yours here. */
export const brandName = 'Listino AI'
