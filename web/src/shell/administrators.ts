/** Whether a page is the administrators': no visitor's, so nothing is counted there and no consent is asked. */
export const isForAdministrators = (pathname: string) => pathname.startsWith('/admin/')
