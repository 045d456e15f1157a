/** Form data of a chart of the legacy endpoint, as it was sent: any JSON. */
export type Form = Record<string, unknown>

/** A text, or null if it is empty; old forms contain `None` for an empty text. */
export const textOr = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' && value !== 'None' ? value : null
