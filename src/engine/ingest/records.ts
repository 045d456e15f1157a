import { createReadStream } from 'node:fs'
import type { Encoding } from '../../model/upload/upload.ts'
import { limits, nodeEncodings } from './upload.ts'

export interface DelimitedText {
  path: string
  encoding: Encoding | undefined
  delimiter: string
  /** Lines before the header, or before the first row if there is no header. */
  skip: number
  hasHeader: boolean
}

/** One row of a text file: its values as written, and the number of the line where it begins. */
export interface TextRecord {
  line: number
  values: string[]
}

/** The rows of a text file in batches, without empty rows. A quoted value may span several lines. */
export async function* recordsOf(text: DelimitedText): AsyncGenerator<TextRecord[]> {
  const { path, encoding = 'utf-8', delimiter, skip } = text
  let rest = ''
  let line = 0
  let isHeader = text.hasHeader
  /** A record whose quote is still open. */
  let open: { line: number; text: string } | undefined

  function take(lines: string[]): TextRecord[] {
    const records: TextRecord[] = []
    for (const raw of lines) {
      line += 1
      if (line <= skip) continue
      const ended = raw.endsWith('\r') ? raw.slice(0, -1) : raw
      const whole: string = open ? `${open.text}\n${ended}` : ended
      if (whole === '') continue
      const from: number = open?.line ?? line
      open = hasOpenQuote(whole) && whole.length < limits.lineBytes ? { line: from, text: whole } : undefined
      if (open) continue
      if (!isHeader) records.push({ line: from, values: valuesOf(whole, delimiter) })
      isHeader = false
    }
    return records
  }

  for await (const chunk of createReadStream(path, { encoding: nodeEncodings[encoding] })) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield take(lines)
  }
  yield take([rest])
}

function hasOpenQuote(text: string): boolean {
  let isOpen = false
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) isOpen = !isOpen
  return isOpen
}

function valuesOf(text: string, delimiter: string): string[] {
  if (!text.includes('"')) return text.split(delimiter)
  const values: string[] = []
  let from = 0
  let isQuoted = false
  for (let at = 0; at <= text.length; at += 1) {
    if (text[at] === '"') isQuoted = !isQuoted
    else if (at === text.length || (text[at] === delimiter && !isQuoted)) {
      values.push(unquoted(text.slice(from, at)))
      from = at + 1
    }
  }
  return values
}

const unquoted = (value: string) => /^\s*"(.*)"\s*$/s.exec(value)?.[1]?.replaceAll('""', '"') ?? value
