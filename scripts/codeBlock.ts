/** Code blocks of the documentation, run as users would run them. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

/** Placeholders of a document, and their values here; each must occur. */
export type Replacements = [from: string, to: string][]

/** The first code block of this language after `start`, with its placeholders replaced. */
export function codeBlock(document: string, language: string, replacements: Replacements, start = ''): string {
  const text = readFileSync(join(root, document), 'utf8')
  const at = text.indexOf(start)
  const [, block] = new RegExp(`\`\`\`${language}\n([^\`]+)\`\`\``).exec(at < 0 ? '' : text.slice(at)) ?? []
  if (block === undefined) throw new Error(`${document} has no block of ${language} after "${start}"`)
  return replacements.reduce((filled, [from, to]) => {
    if (!filled.includes(from)) throw new Error(`the block of ${language} in ${document} does not contain ${from}`)
    return filled.replaceAll(from, to)
  }, block)
}
