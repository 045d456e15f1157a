import type { Culprit } from '../../model/errors/culprit.ts'
import { defineTexts, type useText } from '../ui/text.ts'
import { plainExpressionMessage, plainMessage } from './plainMessage.ts'

type Translate = ReturnType<typeof useText>

const texts = defineTexts('chart.culprit', {
  metric: 'The metric “{name}” cannot be computed',
  column: 'The column “{name}” cannot be read',
  filter: 'The filter on “{name}” cannot be applied',
  where: 'The filter “{name}” cannot be applied',
  several: 'Parts of this chart do not work: {names}',
  missing: 'This column no longer exists in the data.',
})

/** The parts of the query that an error names, in one line; undefined if it names none. */
export function culpritTitle(t: Translate, culprits: readonly Culprit[]): string | undefined {
  const [first] = culprits
  if (first === undefined) return undefined
  const name = shortened(first.name)
  if (culprits.length === 1) return t(first.kind === 'having' ? texts.where : texts[first.kind], { name })
  const names = [...new Set(culprits.map((culprit) => `“${shortened(culprit.name)}”`))]
  return t(texts.several, { names: names.join(', ') })
}

/** The error message, without the parts in the title and without the engine's excerpt of generated SQL. */
export function culpritMessage(t: Translate, message: string, code: string | undefined, culprits: readonly Culprit[]) {
  const isColumn = culprits.every(({ kind }) => kind === 'column' || kind === 'filter')
  if (isColumn && (code === 'COLUMN_DOES_NOT_EXIST_ERROR' || message.includes('Columns missing in dataset')))
    return t(texts.missing)
  const isExpression = culprits.every(({ kind }) => kind === 'metric' || kind === 'column')
  return isExpression ? plainExpressionMessage(message) : plainMessage(message)
}

const shortened = (name: string) => (name.length > 60 ? `${name.slice(0, 59)}…` : name)
