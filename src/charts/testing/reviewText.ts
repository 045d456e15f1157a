import { markupOf, type SvgChild } from '../shared/svg/tree.ts'

/** Maximum number of characters in a line of a review. */
const lineWidth = 110

/**
 * An option as text for a reviewer: short parts on one line, numbers with three decimals, functions without their code.
 */
export function optionText(value: unknown, indent = ''): string {
  const short = oneLine(value)
  if (indent.length + short.length <= lineWidth) return short
  const inner = `${indent}  `
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const parts = Array.isArray(value)
    ? value.map((part) => optionText(part, inner))
    : entriesOf(value as object).map(([name, part]) => `${name}: ${optionText(part, inner)}`)
  return parts.length === 0 ? short : `${open}\n${parts.map((part) => `${inner}${part}\n`).join('')}${indent}${close}`
}

function oneLine(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'number') return String(Math.round(value * 1000) / 1000)
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'nothing'
  return `{ ${entriesOf(value)
    .map(([name, part]) => `${name}: ${oneLine(part)}`)
    .join(', ')} }`
}

const entriesOf = (value: object) => Object.entries(value).filter(([, part]) => part !== undefined)

/** An image as text: one line for each element, numbers with three decimals. */
export const pictureText = (picture: SvgChild): string =>
  markupOf(picture)
    .replaceAll(/><(?!\/)/g, '>\n<')
    .replaceAll(/-?\d+\.\d{4,}/g, (number) => String(Math.round(Number(number) * 1000) / 1000))
