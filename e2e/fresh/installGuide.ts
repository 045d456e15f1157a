import { codeBlock as codeBlockOf, type Replacements } from '../../scripts/codeBlock.ts'

/** A code block of the installation guide. */
export const codeBlock = (language: string, replacements: Replacements, start = ''): string =>
  codeBlockOf('docs/install.md', language, replacements, start)
