/** 1 for left-to-right text, -1 for right-to-left text: the direction in which a width grows. */
export const inlineSign = (): 1 | -1 => (document.documentElement.dir === 'rtl' ? -1 : 1)

const mirrored: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** The name of a key as in left-to-right text: in right-to-left text, the arrow keys left and right are swapped. */
export const inlineKey = (key: string): string => (inlineSign() === 1 ? key : (mirrored[key] ?? key))
