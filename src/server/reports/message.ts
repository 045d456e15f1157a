import type { ReportFile } from './content.ts'
import { type ReportMail, reportMail, textTable } from './mailText.ts'

/** The content of an alert or report, for any channel. */
export interface Message extends ReportMail {
  /** Including the images. */
  attachments: readonly ReportFile[]
}

/** Maximum characters of a table: Slack truncates longer texts. */
const LONGEST_TABLE = 2800

const escapedForSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const inOneLine = (sentences: string) => sentences.replaceAll('\n', ' ')

/** The text of a message in Slack. Only the first table is shown. */
export function slackText(message: Message): string {
  const { description, value, expected, highlights, tables, link, more } = message
  const { subject } = reportMail(message)
  const [table] = tables
  const rows = table === undefined ? '' : textTable(table)
  const isCut = rows.length > LONGEST_TABLE
  return [
    `*${escapedForSlack(subject)}*`,
    ...(description?.trim() ? [escapedForSlack(description.trim())] : []),
    ...(value === null ? [] : [[`The value is ${value}.`, ...(expected === null ? [] : [expected])].join(' ')]),
    ...highlights.map((sentences) => `• ${escapedForSlack(inOneLine(sentences))}`),
    // a code fence in a value would end the block
    ...(rows === ''
      ? []
      : [`\`\`\`\n${escapedForSlack(rows.slice(0, LONGEST_TABLE)).replaceAll('```', "'''")}\n\`\`\``]),
    ...(isCut || table?.isCut ? ['The link shows all rows.'] : []),
    `<${link}|Explore in Sextant>`,
    ...more.flatMap((part) => [
      `*${escapedForSlack(part.title)}*`,
      ...part.highlights.map((sentences) => `• ${escapedForSlack(inOneLine(sentences))}`),
      `<${part.link}|Explore in Sextant>`,
    ]),
  ].join('\n')
}

/** The body of a webhook: later versions may add fields, but never change them. */
export function webhookBody(message: Message, id: string): string {
  const { type, name, title, description, value, expected, link, highlights, tables, more, attachments } = message
  return JSON.stringify({
    version: 1,
    id,
    type,
    name,
    title,
    description,
    value,
    link,
    tables: tables.map(({ columns, rows, isCut }) => ({ columns, rows, is_cut: isCut })),
    expected,
    highlights: highlights.map(inOneLine),
    more: more.map((part) => ({ title: part.title, link: part.link, highlights: part.highlights.map(inOneLine) })),
    files: attachments.map(({ filename, contentType, content }) => ({
      name: filename,
      type: contentType,
      base64: content.toString('base64'),
    })),
  })
}
