import { defineTexts, type useText } from '../ui/text.ts'
import type { Problem } from './datasetDraft.ts'

const texts = defineTexts('datasetEditor.problem', {
  columnTwice: 'Column name [{name}] is duplicated',
  metricTwice: 'Metric name [{name}] is duplicated',
  noColumnName: 'A column has no name',
  noMetricName: 'A metric has no name',
  noExpression: 'Calculated column [{name}] requires an expression',
  noMetricExpression: 'Metric [{name}] requires an expression',
  currency: 'Invalid currency code in saved metrics',
  dateFormat: 'Invalid datetime format of [{name}]. Use directives such as %Y and %m, or epoch_s or epoch_ms',
  noName: 'The dataset has no name',
  noSql: 'The query is empty',
  extra: 'Extra is not a JSON object',
  parameters: 'Template parameters are not a JSON object',
  noHierarchyName: 'A hierarchy has no name',
  hierarchyTwice: 'Hierarchy name [{name}] is duplicated',
  fewLevels: 'Hierarchy [{name}] requires at least two levels',
  levelGone: 'A hierarchy uses column [{name}], which the dataset does not have',
  levelTwice: 'Column [{name}] occurs twice in a hierarchy',
})

/** Every problem once, as text. */
export function problemTexts(t: ReturnType<typeof useText>, problems: readonly Problem[]): string[] {
  return [...new Set(problems.map(({ kind, name }) => t(texts[kind], { name })))]
}
