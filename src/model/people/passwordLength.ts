/** The length that every password has at least. Forms in the browser check it too, without the schemas. */
export const minPasswordLength = 8
