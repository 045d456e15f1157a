/**
 * All texts in a JSON value. A text that is itself JSON is parsed; Markdown is also split into the pieces that are
 * displayed.
 */
export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    yield value
    if (/[*_`#[\n]/.test(value)) yield* value.split(/[*_`#[\]()|\n]+/).filter((piece) => piece.trim() !== '')
    if (/^[[{]/.test(value)) {
      try {
        yield* textsIn(JSON.parse(value))
      } catch {
        // not JSON, but a text that begins with a bracket
      }
    }
  } else if (Array.isArray(value)) for (const each of value) yield* textsIn(each)
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) yield* textsIn(each)
}

/** The texts of some fields of rows. Each is also returned as lists show SQL: on one line. */
export function* authored(rows: readonly Record<string, unknown>[], fields: readonly string[]): Generator<string> {
  for (const row of rows) {
    for (const field of fields) {
      for (const text of textsIn(row[field])) {
        yield text
        yield text.replaceAll(/\s+/g, ' ').slice(0, 200)
      }
    }
  }
}
