/** The minimum length of a password. Forms in the browser check it too, without the schemas. */
export const minPasswordLength = 8
