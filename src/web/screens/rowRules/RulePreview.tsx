import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { GenericType } from '../../../model/dataset/dataset.ts'
import type { RowRulePreviewAnswer } from '../../../model/dataset/rowRulePreview.ts'
import type { JsonCell } from '../../../model/query/chartData.ts'
import { datasetListQuery } from '../../api/datasets.ts'
import { messageOf } from '../../api/failure.ts'
import { related } from '../../api/related.ts'
import { previewRowRule } from '../../api/rowRules.ts'
import { rawText } from '../../chart/dataRows.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { type LoadOptions, Select } from '../../ui/select/Select.tsx'
import { Cell, HeadCell, Row, Table } from '../../ui/Table.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import css from './RowRuleDialog.module.css'
import type { RowRuleDraft } from './rowRuleDraft.ts'

const texts = defineTexts('rowRulePreview', {
  title: 'What a user sees',
  user: 'User',
  guest: 'Guests, not signed in',
  dataset: 'Dataset',
  show: 'Show rows',
  none: 'Choose a dataset of the rule first.',
  rows: '{count, number} of {total, number} rows are visible.',
  first: 'The first {shown, number} are shown.',
})

const loadUsers = related('dataset', 'owners')
/** The entry in the list of users for people who are not signed in. */
const GUEST = 0
const previewTimeoutMs = 60_000

interface RulePreviewProps {
  id: number | undefined
  draft: RowRuleDraft
  nameOf: (table: number) => string | undefined
}

/** The rows of one of the datasets as a selected user would see them if the rule were saved. */
export function RulePreview({ id, draft, nameOf }: RulePreviewProps) {
  const t = useText()
  const [userId, setUserId] = useState<number>()
  const loadReaders = useReaders(t(texts.guest))
  const [chosen, setChosen] = useState<number>()
  const [answer, setAnswer] = useState<{ of: RowRuleDraft; result?: RowRulePreviewAnswer['result']; error?: string }>()
  const [isBusy, setIsBusy] = useState(false)
  const [labels, setLabels] = useState<ReadonlyMap<number, string>>(new Map())
  const datasetId = chosen !== undefined && draft.tables.includes(chosen) ? chosen : draft.tables[0]
  // loads the name of a newly selected dataset: the stored rule and the unopened list do not contain it
  const first = useQuery({
    ...datasetListQuery({ filters: [{ col: 'id', opr: 'eq', value: datasetId ?? 0 }], page: 0, pageSize: 1 }),
    enabled: datasetId !== undefined,
  }).data?.result[0]
  const nameOfFirst = first && [first.schema, first.table_name].filter(Boolean).join('.')
  // rows for a rule other than the one in the form are not shown
  const current = answer?.of === draft ? answer : undefined
  const outcome = useRef<HTMLDivElement>(null)
  // the section is at the end of a form that is taller than most windows
  useEffect(() => {
    if (current) outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [current])

  async function loadDatasets(search: string, page: number, signal: AbortSignal) {
    const found = await related('rowlevelsecurity', 'tables')(search, page, signal)
    setLabels((known) => new Map([...known, ...found.options.map(({ value, label }) => [value, label] as const)]))
    const options = found.options.filter(({ value }) => draft.tables.includes(value))
    return { options, count: options.length }
  }

  async function show() {
    if (userId === undefined || datasetId === undefined) return
    setIsBusy(true)
    const { name: _name, description: _description, ...rule } = draft
    try {
      const reader = userId === GUEST ? null : userId
      const body = { user_id: reader, dataset_id: datasetId, rule: { ...rule, ...(id === undefined ? {} : { id }) } }
      setAnswer({ of: draft, result: await previewRowRule(body, AbortSignal.timeout(previewTimeoutMs)) })
    } catch (error) {
      setAnswer({ of: draft, error: messageOf(error) })
    }
    setIsBusy(false)
  }

  return (
    <section className={css.preview} aria-label={t(texts.title)}>
      <h3 className={css.heading}>{t(texts.title)}</h3>
      <div className={css.choices}>
        <Field label={t(texts.user)}>
          <Select label={t(texts.user)} load={loadReaders} value={userId} onChange={setUserId} />
        </Field>
        <Field label={t(texts.dataset)}>
          <Select
            key={draft.tables.join(' ')}
            label={t(texts.dataset)}
            load={loadDatasets}
            labelOf={(table) => labels.get(table) ?? nameOf(table) ?? (table === datasetId ? nameOfFirst : undefined)}
            value={datasetId}
            onChange={setChosen}
          />
        </Field>
        <Button
          className={css.show}
          busy={isBusy}
          disabled={userId === undefined || datasetId === undefined}
          onClick={() => void show()}
        >
          {t(texts.show)}
        </Button>
      </div>
      {datasetId === undefined ? <p className={css.hint}>{t(texts.none)}</p> : null}
      <div ref={outcome} className={css.outcome}>
        {current?.error === undefined ? null : <Banner tone="danger">{current.error}</Banner>}
        {current?.result ? <PreviewRows result={current.result} /> : null}
      </div>
    </section>
  )
}

/** Guests, then users. */
function useReaders(guest: string): LoadOptions<number> {
  return useCallback(
    async (search, page, signal) => {
      const found = await loadUsers(search, page, signal)
      const isFound = page === 0 && guest.toLowerCase().includes(search.toLowerCase())
      return isFound ? { options: [{ value: GUEST, label: guest }, ...found.options], count: found.count + 1 } : found
    },
    [guest],
  )
}

function PreviewRows({ result }: { result: RowRulePreviewAnswer['result'] }) {
  const t = useText()
  const { columns, types, rows, count, total } = result
  const alignOf = (column: number) => (types[column] === GenericType.numeric ? 'end' : 'start')
  return (
    <>
      <output className={css.hint}>
        {t(texts.rows, { count, total })} {rows.length < count ? t(texts.first, { shown: rows.length }) : null}
      </output>
      {rows.length === 0 ? null : (
        <ScrollRegion label={t(texts.title)} className={css.rows}>
          <Table label={t(texts.title)} className={css.table}>
            <thead>
              <tr>
                {columns.map((name, index) => (
                  <HeadCell key={name} align={alignOf(index)}>
                    {name}
                  </HeadCell>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
                <Row key={at}>
                  {row.map((cell, index) => (
                    <Cell key={columns[index]} align={alignOf(index)} className={css.cell}>
                      {rawText(cell as JsonCell, types[index])}
                    </Cell>
                  ))}
                </Row>
              ))}
            </tbody>
          </Table>
        </ScrollRegion>
      )}
    </>
  )
}
