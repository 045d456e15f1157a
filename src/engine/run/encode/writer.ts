import type { Cell } from '../../frame.ts'
import { cellJson, cellsJson, textJson } from './json.ts'

/** Takes a result batch by batch, gives the finished bytes in pieces. */
export interface BatchWriter {
  write(columns: readonly (readonly Cell[])[], rowCount: number): void
  readonly bytes: number
  finish(): Buffer[]
}

/** The contract's records: `[{"name":value,…},…]`, written without building an object a row. */
export function recordsWriter(names: readonly string[]): BatchWriter {
  const keys = names.map((name, i) => `${i === 0 ? '{' : ','}${textJson(name)}:`)
  const parts: Buffer[] = []
  let bytes = 0
  let first = true
  return {
    get bytes() {
      return bytes
    },
    write(columns, rowCount) {
      let text = ''
      for (let row = 0; row < rowCount; row++) {
        text += first ? '' : ','
        first = false
        for (let i = 0; i < keys.length; i++) {
          text += keys[i]
          text += cellJson((columns[i] as readonly Cell[])[row] as Cell)
        }
        text += '}'
      }
      const part = Buffer.from(text)
      bytes += part.length
      parts.push(part)
    },
    finish: () => [Buffer.from('['), ...parts, Buffer.from(']')],
  }
}

/** One list a column: `[[…],[…]]`. */
export function columnsWriter(width: number): BatchWriter {
  const parts: Buffer[][] = Array.from({ length: width }, () => [])
  let bytes = 0
  return {
    get bytes() {
      return bytes
    },
    write(columns, rowCount) {
      if (rowCount === 0) return
      columns.forEach((cells, i) => {
        const column = parts[i] as Buffer[]
        const part = Buffer.from(column.length ? `,${cellsJson(cells)}` : cellsJson(cells))
        bytes += part.length
        column.push(part)
      })
    },
    finish: () => [
      Buffer.from('['),
      ...parts.flatMap((column, i) => [Buffer.from(i ? ',[' : '['), ...column, Buffer.from(']')]),
      Buffer.from(']'),
    ],
  }
}
