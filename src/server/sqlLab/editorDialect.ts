import { dialectOf, gateOf } from '../../engine/dialects/index.ts'
import { FUNCTIONS } from '../../engine/gate/embedded/functions.ts'
import type { EditorDialect } from '../../model/sqlLab/sqlLabAnswers.ts'

/** The functions that SQL of users may call, for completion. Operators, which the gate also counts, are left out. */
export function functionNames(dialect: string): string[] {
  const gate = gateOf(dialect)
  const allowed = gate === 'engine' ? FUNCTIONS : (gate?.functions ?? [])
  return [...allowed].filter((name) => /^[a-z][a-z0-9_]*$/.test(name)).sort()
}

/** How a database writes names, and the words that its editor knows. */
export function editorDialect(name: string): EditorDialect {
  const { quote, keywords = null, plan } = dialectOf(name)
  // a digit: some databases change the case of letters
  const [open = '"', close = '"'] = quote('0').split('0')
  const samples = gateOf(name) === 'engine'
  return { quote: { open, close }, keywords, functions: functionNames(name), explains: plan !== undefined, samples }
}
