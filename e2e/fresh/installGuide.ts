import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './machine.ts'

const guide = readFileSync(join(root, 'docs/install.md'), 'utf8')

/** Placeholders of the guide, with what stands for them here; each must occur. */
type Replacements = [from: string, to: string][]

/** The first code block of this language after `start`, with its placeholders replaced. */
export function codeBlock(language: string, replacements: Replacements, start = ''): string {
  const at = guide.indexOf(start)
  const [, block] = new RegExp(`\`\`\`${language}\n([^\`]+)\`\`\``).exec(at < 0 ? '' : guide.slice(at)) ?? []
  if (block === undefined) throw new Error(`docs/install.md has no block of ${language} after "${start}"`)
  return replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the block of ${language} after "${start}" does not contain ${from}`)
    return text.replaceAll(from, to)
  }, block)
}
