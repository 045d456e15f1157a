import { useQuery } from '@tanstack/react-query'
import { charts, findChart } from '../../../charts/index.ts'
import { parseFormula } from '../../../charts/shared/annotations/formula.ts'
import { nativeSource, type SourceChart, type SourceKind } from '../../../charts/shared/annotations/layer.ts'
import { layerListQuery, layerQuery } from '../../api/annotations.ts'
import { chartListQuery } from '../../api/charts.ts'
import { queryClient } from '../../api/queryClient.ts'
import { Field } from '../../ui/Field.tsx'
import { type LoadOptions, Select } from '../../ui/select/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import { type LayerDraft, sourcesOf, withSource, withValue } from './layerDraft.ts'

const texts = defineTexts('control.annotationSource', {
  source: 'Annotation source',
  native: 'Sextant annotation',
  table: 'Table',
  line: 'Line Chart',
  formula: 'Formula',
  formulaHelp: 'An expression of x, the time in ms: 2x, x^2, x > 5. log has the base 10, angles are in degrees.',
  badFormula: 'Bad formula.',
  layer: 'Annotation layer',
  noLayers: 'No annotation layers',
  addLayer: 'Add an annotation layer <a>here</a>',
  chart: 'Chart',
})

interface Props {
  draft: LayerDraft
  onDraft: (draft: LayerDraft) => void
}

/** The source of a layer's data. */
export function SourceFields({ draft, onDraft }: Props) {
  const t = useText()
  if (draft.annotationType === 'FORMULA') return <FormulaField draft={draft} onDraft={onDraft} />
  const labels: Record<SourceKind, string> = {
    [nativeSource]: t(texts.native),
    table: t(texts.table),
    line: t(texts.line),
  }
  const kinds = sourcesOf[draft.annotationType]
  const kind = kinds.find((each) => each === draft.sourceType)
  return (
    <>
      <Field label={t(texts.source)} required>
        <Select
          label={t(texts.source)}
          options={kinds.map((each) => ({ value: each as string, label: labels[each] }))}
          value={kind}
          onChange={(next) => onDraft(withSource(draft, next))}
        />
      </Field>
      {kind === nativeSource ? <LayerField draft={draft} onDraft={onDraft} /> : null}
      {kind === 'table' || kind === 'line' ? <ChartField kind={kind} draft={draft} onDraft={onDraft} /> : null}
    </>
  )
}

function FormulaField({ draft, onDraft }: Props) {
  const t = useText()
  const text = typeof draft.value === 'string' ? draft.value : ''
  const formula = parseFormula(text)
  return (
    <TextField
      required
      label={t(texts.formula)}
      value={text}
      help={t(texts.formulaHelp)}
      error={text === '' || formula.ok ? undefined : `${t(texts.badFormula)} ${formula.error}`}
      onChange={(value) => onDraft({ ...draft, value })}
    />
  )
}

const pageSize = 100
/** The list contains the first thousand charts; others are found by their name. */
const mostPages = 10

const layerOptions: LoadOptions<number> = async (search, page) => {
  const filters = search === '' ? [] : [{ col: 'name', opr: 'ct', value: search }]
  const { result, count } = await queryClient.fetchQuery(
    layerListQuery({ page, pageSize, filters, orderColumn: 'name', orderDirection: 'asc' }),
  )
  return { count, options: result.map(({ id, name }) => ({ value: id, label: name })) }
}

const idOf = ({ value }: LayerDraft) => (value === null || value === '' ? undefined : Number(value))

function LayerField({ draft, onDraft }: Props) {
  const t = useText()
  const id = idOf(draft)
  const rich = useRichText()
  const name = useQuery({ ...layerQuery(id ?? 0), enabled: id !== undefined, retry: false }).data?.name
  const count = useQuery({ ...layerListQuery({ pageSize: 1 }), retry: false }).data?.count
  const add = rich(texts.addLayer, {
    a: (parts) => (
      <a href="/annotationlayer/list/" target="_blank" rel="noreferrer">
        {parts}
      </a>
    ),
  })
  return (
    <Field label={t(texts.layer)} required help={count === 0 ? add : undefined}>
      <Select
        label={t(texts.layer)}
        load={layerOptions}
        labelOf={() => name}
        emptyText={t(texts.noLayers)}
        value={id}
        onChange={(value) => onDraft(withValue(draft, value ?? null))}
      />
    </Field>
  )
}

/** Saved charts of the types whose data can annotate other charts. */
const chartOptions = (kind: SourceChart): LoadOptions<number> => {
  const types = new Set(
    charts.filter(({ annotates }) => annotates === kind).flatMap(({ type, replaces = [] }) => [type, ...replaces]),
  )
  return async (search) => {
    const filters = search === '' ? [] : [{ col: 'slice_name', opr: 'ct', value: search }]
    const load = (page: number) =>
      queryClient.fetchQuery(
        chartListQuery({ page, pageSize, filters, orderColumn: 'slice_name', orderDirection: 'asc' }),
      )
    const { result: first, count } = await load(0)
    // lists have no filter for several types
    const further = Math.min(mostPages, Math.ceil(count / pageSize)) - 1
    const pages = await Promise.all(Array.from({ length: Math.max(0, further) }, (_page, index) => load(index + 1)))
    const options = [...first, ...pages.flatMap(({ result }) => result)]
      .filter(({ viz_type }) => types.has(viz_type))
      .map(({ id, slice_name, viz_type }) => ({
        value: id,
        label: slice_name ?? String(id),
        hint: findChart(viz_type)?.name ?? viz_type,
      }))
    return { count: options.length, options }
  }
}
const optionsOf = { table: chartOptions('table'), line: chartOptions('line') }

function ChartField({ kind, draft, onDraft }: Props & { kind: SourceChart }) {
  const t = useText()
  const id = idOf(draft)
  const request = { filters: [{ col: 'id', opr: 'eq', value: id ?? 0 }] }
  const found = useQuery({ ...chartListQuery(request), enabled: id !== undefined, retry: false }).data?.result[0]
  return (
    <Field label={t(texts.chart)} required>
      <Select
        key={kind}
        label={t(texts.chart)}
        load={optionsOf[kind]}
        labelOf={() => found?.slice_name ?? undefined}
        value={id}
        onChange={(value) => onDraft(withValue(draft, value ?? null))}
      />
    </Field>
  )
}
