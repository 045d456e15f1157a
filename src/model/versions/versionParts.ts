import type { LayoutNode } from '../dashboard/layout.ts'
import { elementDifferences } from '../dashboardEdit/layoutDifference.ts'
import { columnLabel, isAdhocColumn, isAdhocMetric, metricLabel } from '../query/labels.ts'
import { isRecord, parseObject } from '../wire/json.ts'
import type { VersionKind, VersionPart } from './versionAnswers.ts'

/** The differences between two saved states of an object, part by part, as text for readers. Pure functions. */

/** The stored fields of an object; a dataset also has lists of `columns` and `metrics`. */
export type VersionContent = Record<string, unknown>

type Fact = Pick<VersionPart, 'kind' | 'name'> & { text: string }
type Facts = Map<string, Fact>

/** Fields that are computed from others, or that the parts below show one by one. */
const notShown: Record<VersionKind, ReadonlySet<string>> = {
  Chart: new Set(['params', 'query_context']),
  Dashboard: new Set(['position_json', 'json_metadata']),
  Dataset: new Set(['columns', 'metrics']),
}

/** Keys of form data that identify the chart or its context, and are not controls. */
const notControls = new Set(['slice_id', 'viz_type', 'datasource', 'dashboards', 'url_params', 'extra_form_data'])
/** Keys of metadata that are computed, or shown as filters. */
const notSettings = new Set([
  'native_filter_configuration',
  'positions',
  'shared_label_colors',
  'map_label_colors',
  'color_scheme_domain',
])

export function versionParts(kind: VersionKind, before: VersionContent, after: VersionContent): VersionPart[] {
  const [was, is] = [factsOf(kind, before), factsOf(kind, after)]
  const parts = [...new Set([...is.keys(), ...was.keys()])].flatMap((key): VersionPart[] => {
    const [old, now] = [was.get(key), is.get(key)]
    const known = now ?? old
    if (!known || old?.text === now?.text) return []
    const { kind: of, name } = known
    return [{ kind: of, name, before: old?.text ?? null, after: now?.text ?? null, is_moved: false }]
  })
  return kind === 'Dashboard' ? [...parts, ...components(before, after)] : parts
}

function factsOf(kind: VersionKind, content: VersionContent): Facts {
  const facts: Facts = new Map()
  const add = (key: string, fact: Fact) => {
    if (fact.text !== '') facts.set(key, fact)
  }
  const addAll = (of: Fact['kind'], values: VersionContent, isLeftOut: ReadonlySet<string>) => {
    for (const [name, value] of Object.entries(values))
      if (!isLeftOut.has(name)) add(`${of} ${name}`, { kind: of, name, text: textOf(value) })
  }
  addAll('field', content, notShown[kind])
  if (kind === 'Chart') addAll('control', stored(content['params']), notControls)
  if (kind === 'Dashboard') {
    const metadata = stored(content['json_metadata'])
    addAll('setting', metadata, notSettings)
    for (const filter of list(metadata['native_filter_configuration']))
      add(`filter ${textOf(filter['id'])}`, { kind: 'filter', name: textOf(filter['name']), text: lines(filter) })
  }
  for (const column of list(content['columns'])) addNamed('column', column, 'column_name')
  for (const metric of list(content['metrics'])) addNamed('metric', metric, 'metric_name')
  return facts

  function addNamed(of: 'column' | 'metric', item: VersionContent, key: string): void {
    const name = textOf(item[key])
    // a part without settings also counts as present
    add(`${of} ${name}`, { kind: of, name, text: lines(item) || name })
  }
}

const stored = (json: unknown) => parseObject(typeof json === 'string' ? json : null)
const list = (value: unknown): VersionContent[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** The components of two layouts that differ. */
function components(before: VersionContent, after: VersionContent): VersionPart[] {
  const [was, is] = [stored(before['position_json']), stored(after['position_json'])]
  return elementDifferences(was, is, was).map(({ node, before: old, mine }) => ({
    kind: 'component',
    name: nameOf(node),
    before: old ? componentText(old) : null,
    after: mine.node ? componentText(mine.node) : null,
    is_moved: mine.changes.includes('moved'),
  }))
}

function nameOf({ type, meta }: LayoutNode): string {
  const [firstLine = ''] = (meta.code ?? '').trim().split('\n')
  return meta.sliceNameOverride || meta.sliceName || meta.text || firstLine.slice(0, 60) || type.toLowerCase()
}

function componentText({ type, children: _children, id: _id, ...node }: LayoutNode): string {
  const { uuid: _uuid, sliceName: _name, ...meta } = node.meta as VersionContent
  return lines({ type: type.toLowerCase(), ...meta })
}

/** One line for each value that is set. */
const lines = (record: VersionContent): string =>
  Object.entries(record)
    .filter(([key]) => key !== 'id' && key !== 'uuid')
    .flatMap(([key, value]) => {
      const text = textOf(value)
      return text === '' ? [] : [`${key}: ${text}`]
    })
    .join('\n')

/** A stored value as text; empty for values that count as not set. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (!isRecord(value)) return typeof value === 'string' ? value : JSON.stringify(value)
  if (typeof value['clause'] === 'string') return filterText(value)
  if (isAdhocColumn(value)) return columnLabel(value)
  if (isAdhocMetric(value)) return metricLabel(value)
  return Object.entries(value)
    .flatMap(([key, part]) => (textOf(part) === '' ? [] : [`${key}: ${textOf(part)}`]))
    .join('; ')
}

function filterText({ expressionType, sqlExpression, subject, operator, comparator }: VersionContent): string {
  if (expressionType === 'SQL') return textOf(sqlExpression)
  return [subject, operator, comparator].map(textOf).filter(Boolean).join(' ')
}
