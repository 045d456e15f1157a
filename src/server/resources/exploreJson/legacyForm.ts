/** Form data of a chart of the retired endpoint, as somebody sent it: any JSON. */
export type Form = Record<string, unknown>

/** A text that says something; old forms write `None` where they say nothing. */
export const textOr = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value !== 'None' ? value : null
