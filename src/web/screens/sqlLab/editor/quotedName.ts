import type { EditorDialect } from '../../../../model/sqlLab/sqlLabAnswers.ts'

const standard = { open: '"', close: '"' }

/** Quotes a name for a database if it is not a plain identifier. */
export function quotedName(dialect: EditorDialect | undefined, name: string): string {
  const { open, close } = dialect?.quote ?? standard
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : open + name.replaceAll(close, close + close) + close
}
