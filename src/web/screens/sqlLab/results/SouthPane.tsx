import { Tab, TabList, TabPanel, Tabs } from '../../../ui/Tabs.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { useLab } from '../state/lab.ts'
import type { LabDatabase, LabQuery, LabTab } from '../state/labTypes.ts'
import { previewTable } from '../state/preview.ts'
import { HistoryTable } from './HistoryTable.tsx'
import { LivePreview } from './LivePreview.tsx'
import { QueryOutcome } from './QueryOutcome.tsx'
import css from './South.module.css'

const texts = defineTexts('sqlLab.south', {
  label: 'Output',
  results: 'Results',
  history: 'Query history',
  live: 'Live preview',
  preview: 'Preview: {table}',
  empty: 'Run a query to display results',
})

export interface SouthPaneProps {
  tab: LabTab
  database: LabDatabase | undefined
  /** queries of the tab, latest first */
  queries: readonly LabQuery[]
  /** the statement at the cursor, if the database has samples for a live preview */
  statement: string | undefined
  open: string
  onOpen: (name: string) => void
  onRerun: () => void
}

/** The area below the editor: the result, the queries of the tab, and previews of tables. */
export function SouthPane({ tab, database, queries, statement, open, onOpen, onRerun }: SouthPaneProps) {
  const t = useText()
  const all = useLab((state) => state.queries)
  const previews = latestPreviews(all, tab)
  const isKnown =
    open === 'results' ||
    open === 'history' ||
    (open === 'live' && statement !== undefined) ||
    previews.some(({ previewOf }) => nameOf(previewOf) === open)
  const latest = queries[0]
  return (
    <Tabs value={isKnown ? open : 'results'} onChange={onOpen} className={css.tabs}>
      <div className={css.head}>
        <TabList label={t(texts.label)} className={css.list}>
          <Tab value="results">{t(texts.results)}</Tab>
          <Tab value="history">{t(texts.history)}</Tab>
          {statement === undefined ? null : <Tab value="live">{t(texts.live)}</Tab>}
          {previews.map(({ previewOf = '' }) => (
            <Tab key={previewOf} value={nameOf(previewOf)}>
              {t(texts.preview, { table: `\`${previewOf}\`` })}
            </Tab>
          ))}
        </TabList>
      </div>
      <TabPanel value="results" className={css.panel}>
        {latest ? (
          <QueryOutcome key={latest.id} tab={tab} database={database} query={latest} onRerun={onRerun} />
        ) : (
          <p className={css.note}>{t(texts.empty)}</p>
        )}
      </TabPanel>
      <TabPanel value="history" className={css.panel}>
        <HistoryTable tab={tab} queries={queries} />
      </TabPanel>
      {statement === undefined ? null : (
        <TabPanel value="live" className={css.panel}>
          {open === 'live' ? <LivePreview tab={tab} sql={statement} /> : null}
        </TabPanel>
      )}
      {previews.map((query) => (
        <TabPanel key={query.previewOf} value={nameOf(query.previewOf)} className={css.panel}>
          <QueryOutcome
            tab={tab}
            database={database}
            query={query}
            isPreview
            onRerun={() => void previewTable(tab, query.previewOf ?? '', query.schema)}
          />
        </TabPanel>
      ))}
    </Tabs>
  )
}

const nameOf = (table: string | undefined) => `preview ${table}`

/** The last preview of each table that the tab still shows. */
function latestPreviews(queries: Readonly<Record<string, LabQuery>>, tab: LabTab): LabQuery[] {
  const byTable = new Map<string, LabQuery>()
  for (const query of Object.values(queries)) {
    if (query.previewOf === undefined || query.sqlEditorId !== String(tab.id)) continue
    if (tab.tables.some(({ name }) => name === query.previewOf)) byTable.set(query.previewOf, query)
  }
  return [...byTable.values()]
}
