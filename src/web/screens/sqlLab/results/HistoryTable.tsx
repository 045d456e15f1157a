import {
  CircleCheck,
  CirclePause,
  CircleX,
  Clock,
  ExternalLink,
  LoaderCircle,
  TextCursorInput,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { clockText } from '../../../ui/clockText.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { LabelledIcon } from '../../../ui/LabelledIcon.tsx'
import { pageLanguage } from '../../../ui/pageLanguage.ts'
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { addTab, editTab, forgetQuery } from '../state/lab.ts'
import { isRunning } from '../state/labChanges.ts'
import type { LabQuery, LabTab } from '../state/labTypes.ts'
import { shownState, stateTexts } from '../state/queryStates.ts'
import { runSql } from '../state/running.ts'
import { ResultTable } from './ResultTable.tsx'
import css from './South.module.css'

const texts = defineTexts('sqlLab.history', {
  label: 'Query history',
  state: 'State',
  started: 'Started',
  duration: 'Duration',
  progress: 'Progress',
  rows: 'Rows',
  sql: 'SQL',
  results: 'Results',
  actions: 'Actions',
  view: 'View',
  preview: 'Data preview',
  overwrite: 'Overwrite text in the editor with a query on this table',
  newTab: 'Run query in a new tab',
  remove: 'Remove query from log',
  empty: 'Run a query to display query history',
  close: 'Close',
})

export interface HistoryTableProps {
  tab: LabTab
  /** latest first */
  queries: readonly LabQuery[]
}

/** The queries of a tab. */
export function HistoryTable({ tab, queries }: HistoryTableProps) {
  const t = useText()
  const [shown, setShown] = useState<LabQuery>()
  if (queries.length === 0) return <p className={css.note}>{t(texts.empty)}</p>
  const heads = ['state', 'started', 'duration', 'progress', 'rows', 'sql', 'results', 'actions'] as const
  return (
    <ScrollRegion className={css.history} label={t(texts.label)}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {t(texts[head])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {queries.map((query, at) => (
            <HistoryRow key={query.id} tab={tab} query={query} isLatest={at === 0} onView={() => setShown(query)} />
          ))}
        </tbody>
      </table>
      <Dialog
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={t(texts.preview)}
        width={1040}
        footer={
          <Button size="md" variant="primary" onClick={() => setShown(undefined)}>
            {t(texts.close)}
          </Button>
        }
      >
        {shown ? (
          <div className={css.dialogGrid}>
            <ResultTable tab={tab} result={shown} isPreview />
          </div>
        ) : null}
      </Dialog>
    </ScrollRegion>
  )
}

interface HistoryRowProps {
  tab: LabTab
  query: LabQuery
  isLatest: boolean
  onView: () => void
}

const timeOfDay = (ms: number) => new Date(ms).toLocaleTimeString(pageLanguage(), { hour12: false })

function HistoryRow({ tab, query, isLatest, onView }: HistoryRowProps) {
  const t = useText()
  const start = Number(query.startDttm)
  const end = query.endDttm === null ? undefined : Number(query.endDttm)
  return (
    <tr>
      <td>
        <StateIcon query={query} />
      </td>
      <td>{timeOfDay(start)}</td>
      <td className={css.number}>{end === undefined ? '' : clockText(Math.max(0, end - start))}</td>
      <td className={css.number}>{isRunning(query) ? `${query.progress}%` : '100%'}</td>
      <td className={css.number}>{query.rows?.toLocaleString(pageLanguage()) ?? ''}</td>
      <td className={css.text} title={query.sql.slice(0, 1000)}>
        {query.sql.replaceAll(/\s+/g, ' ').slice(0, 300)}
      </td>
      <td>
        {query.resultsKey === null ? null : (
          <Button size="xs" onClick={onView}>
            {t(texts.view)}
          </Button>
        )}
      </td>
      <td>
        <span className={css.actions}>
          <IconButton
            size="xs"
            label={t(texts.overwrite)}
            icon={<TextCursorInput size={13} />}
            onClick={() => editTab(tab.id, { sql: query.sql })}
          />
          <IconButton
            size="xs"
            label={t(texts.newTab)}
            icon={<ExternalLink size={13} />}
            onClick={() => void runInNewTab(query)}
          />
          {isLatest ? null : (
            <IconButton
              size="xs"
              label={t(texts.remove)}
              icon={<Trash2 size={13} />}
              onClick={() => forgetQuery(tab.id, query.id)}
            />
          )}
        </span>
      </td>
    </tr>
  )
}

async function runInNewTab(query: LabQuery): Promise<void> {
  const added = await addTab({ sql: query.sql, databaseId: query.dbId, schema: query.schema })
  if (added) runSql(added, { sql: query.sql, from: 0 })
}

const icons = {
  success: CircleCheck,
  failed: CircleX,
  running: LoaderCircle,
  pending: Clock,
  stopped: CirclePause,
  timed_out: Clock,
} as const

function StateIcon({ query }: { query: LabQuery }) {
  const t = useText()
  const state = shownState(query)
  const Icon = icons[state]
  return (
    <LabelledIcon label={t(stateTexts[state])} tooltip={t(stateTexts[state])} className={css.state} data-state={state}>
      <Icon size={15} />
    </LabelledIcon>
  )
}
