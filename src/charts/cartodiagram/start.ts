/** The default style and size of the small charts. */
export const startBackground = { r: 255, g: 255, b: 255, a: 0.7 }
export const startRadius = 10
export const startSize = 100
