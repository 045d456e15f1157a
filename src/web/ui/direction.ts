/** 1 where text runs from left to right, -1 where it runs from right to left: the direction in which a width grows. */
export const inlineSign = (): 1 | -1 => (document.documentElement.dir === 'rtl' ? -1 : 1)

const mirrored: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** The key as if text ran from left to right: what follows is to the left where it runs from right to left. */
export const inlineKey = (key: string): string => (inlineSign() === 1 ? key : (mirrored[key] ?? key))
