/** The name of the business in letters and on pages. An example: put yours here. */
export const brandName = 'Listino AI'
