import { dialectOf, gateOf } from '../../engine/dialects/index.ts'
import { FUNCTIONS } from '../../engine/gate/embedded/functions.ts'
import type { EditorDialect } from '../../model/sqlLab/sqlLabAnswers.ts'

/** Functions that SQL of users may call, for completion. The operators in the gate's list are left out. */
export function functionNames(dialect: string): string[] {
  const gate = gateOf(dialect)
  const allowed = gate === 'engine' ? FUNCTIONS : (gate?.functions ?? [])
  return [...allowed].filter((name) => /^[a-z][a-z0-9_]*$/.test(name)).sort()
}

/** What the editor must know about a database: quotes, keywords, functions, and whether it has plans and samples. */
export function editorDialect(name: string): EditorDialect {
  const { quote, keywords = null, plan } = dialectOf(name)
  // a digit as the name, because some databases change the case of letters
  const [open = '"', close = '"'] = quote('0').split('0')
  const samples = gateOf(name) === 'engine'
  return { quote: { open, close }, keywords, functions: functionNames(name), explains: plan !== undefined, samples }
}
