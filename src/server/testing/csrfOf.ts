/** The CSRF token in one of our pages. */
export const csrfOf = (html: string) => /id="csrf_token" value="([^"]*)"/.exec(html)?.[1] ?? ''
