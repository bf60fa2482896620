/** Whether a page belongs to the console, where nothing is tracked and no consent is asked for. */
export const isForAdministrators = (pathname: string) => /^\/admin(\/|$)/.test(pathname)
