import { sqlNames } from './sqlNames.ts'

/** Keys of form data whose texts are values and labels, not names of columns or metrics. */
const values = new Set(
  'comparator val viz_type datasource time_range label_colors slice_name aggregate label optionName filterOptionName'.split(
    ' ',
  ),
)
/** Keys whose texts are SQL. */
const sqlKeys = new Set(['sqlExpression', 'where', 'having', 'expression'])

/** Which of the names occur in form data: as a whole text, or as an identifier in its SQL. */
export function usedNames(formData: unknown, names: ReadonlySet<string>): string[] {
  const used = new Set<string>()
  const lower = new Map([...names].map((name) => [name.toLowerCase(), name]))
  const visit = (value: unknown, key?: string): void => {
    if (typeof value === 'string') {
      if (names.has(value)) used.add(value)
      else if (key !== undefined && sqlKeys.has(key)) for (const name of namesInSql(value, lower)) used.add(name)
    } else if (Array.isArray(value)) for (const item of value) visit(item, key)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) if (!values.has(name)) visit(item, name)
    }
  }
  visit(formData)
  return [...used].sort()
}

/** Which of the names an SQL text uses as identifiers, in any case. `lower`: the names by their lower-case spelling. */
export function namesInSql(sql: string, lower: ReadonlyMap<string, string>): string[] {
  const found = sqlNames(sql).flatMap((name) => lower.get(name.toLowerCase()) ?? [])
  return [...new Set(found)].sort()
}

/** Ids of the datasets that a template reads with the macro `dataset()`. */
export const macroDatasets = (text: string): number[] =>
  [...text.matchAll(/\bdataset\(\s*(\d{1,9})\b/g)].map(([, id]) => Number(id))
