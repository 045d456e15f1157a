import { ownValue } from '../../model/basics/ownValue.ts'
import { type ColumnType, columnTypeNames } from '../../model/upload/upload.ts'

/** The name of a type that users choose; messages about casts call one of them `INT64`. */
const typeName = (type = '') =>
  type === 'INT64' ? columnTypeNames.BIGINT : (ownValue(columnTypeNames, type as ColumnType) ?? type)

/**
 * Translates the message of the engine about an invalid file for the owner of the file: the line first, no engine
 * options, no paths.
 */
export function explain(message: string, source: string): string {
  const [first = ''] = message.replaceAll(source, 'the file').split('\n')
  const line = /CSV Error on Line: (\d+)/.exec(message)?.[1]
  const reason = csvReason(message)
  if (line !== undefined) return `line ${line}: ${reason ?? 'it does not match the lines before it.'}`
  if (/sniffing file/.test(first)) return 'it does not look like a table: no delimiter fits its lines.'
  if (/No magic bytes|too small to be a Parquet/i.test(first)) return 'it is not a Parquet file, or it is incomplete.'
  const json = /Malformed JSON in file .*?, at byte (\d+) in (?:record\/value|line) (\d+): (.*)/.exec(first)
  if (json) return `record ${json[2]}, byte ${json[1]}: ${json[3]}`
  const column = /Table "data" does not have a column with name "(.*?)"/.exec(first)?.[1]
  if (column !== undefined) return `the table has no column ${column}.`
  // the reader of JSON calls itself for each level, without a limit
  if (/the reader ended with SIGSEGV/.test(first)) return 'its values are nested too deeply, or it is damaged.'
  if (/Out of Memory/i.test(first)) return 'it needs more memory than is allowed for one file.'
  return reason ?? first.replace(/^[\w ]*Error: /, '')
}

function csvReason(message: string): string | undefined {
  const counts = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(message)
  if (counts) {
    const [expected, found] = [Number(counts[1]), Number(counts[2])]
    // the engine stops counting the values of a line that has too many
    if (found > expected) return `it has more values than the ${expected} expected.`
    return `it has ${found} ${found === 1 ? 'value' : 'values'} where ${expected} are expected.`
  }
  const conversion = /Error when converting column "(.*?)"\. Could not convert string "(.*?)" to '(.*?)'/s.exec(message)
  if (conversion)
    return `"${conversion[2]?.slice(0, 100)}" in column ${conversion[1]} is not of type ${typeName(conversion[3])}.`
  const cast = /Could not convert string '(.*?)' to (\w+)/s.exec(message)
  if (cast) return `"${cast[1]?.slice(0, 100)}" is not of type ${typeName(cast[2])}.`
  const range =
    /with value (\S+) can't be cast because the value is out of range .* type (\w+)(?:.* source column (.+))?/.exec(
      message,
    )
  if (range) return `${range[1]}${range[3] ? ` in column ${range[3]}` : ''} is too large for ${typeName(range[2])}.`
  if (/unterminated quote/i.test(message)) return 'a quote is opened and not closed.'
  if (/Invalid unicode/i.test(message)) return 'the text is not in the expected encoding.'
  if (/Maximum line size/i.test(message)) return 'the line is too long.'
  return undefined
}
