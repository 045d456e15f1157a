import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { EditorDialect } from '../../../model/sqlLab/sqlLabAnswers.ts'
import { parseObject } from '../../../model/wire/json.ts'
import { messageOf } from '../../api/failure.ts'
import { editorDialectQuery, formatSql, validateSql } from '../../api/sqlLab.ts'
import { PlainCode } from '../../ui/code/PlainCode.tsx'
import { PaneHandle, usePaneSize } from '../../ui/PaneHandle.tsx'
import { RegionBoundary } from '../../ui/RegionBoundary.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { defineTexts, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { useDebounced } from '../../ui/useDebounced.ts'
import { databaseCatalog } from './editor/databaseCatalog.ts'
import type { Mark } from './editor/marks.ts'
import type { Selected } from './editor/SqlLabEditor.tsx'
import { hasStatement, statementAt } from './editor/statements.ts'
import { LeftPane } from './left/LeftPane.tsx'
import { SouthPane } from './results/SouthPane.tsx'
import css from './SqlLabScreen.module.css'
import { addTab, editTab, tell, useLab } from './state/lab.ts'
import { isRunning, queriesOf } from './state/labChanges.ts'
import { labTexts } from './state/labTexts.ts'
import type { LabQuery, LabTab } from './state/labTypes.ts'
import { type RunRequest, runSql, stop } from './state/running.ts'
import { Toolbar } from './toolbar/Toolbar.tsx'
import { useLabKeys } from './useLabKeys.ts'

const SqlLabEditor = lazy(() => import('./editor/SqlLabEditor.tsx'))

const texts = defineTexts('sqlLab.body', {
  editor: 'SQL of {name}',
  leftWidth: 'Width of the schema pane',
  editorHeight: 'Height of the editor',
  noDatabase: 'Select a database to write a query',
})

const nothing: Selected = { text: '', from: 0 }
const checkDelayMs = 600
const minHeight = 120
const completesKey = 'sextant.sqlLab.completes'

/** The open tab: schema pane, toolbar, editor and results. */
export function TabBody({ tab }: { tab: LabTab }) {
  const t = useText()
  const left = usePaneSize('sextant.sqlLab.left', { initial: 280, min: 220, max: () => window.innerWidth * 0.5 })
  return (
    <div className={css.body}>
      {tab.hidesPane ? null : (
        <>
          <div className={css.left} style={{ ['--pane-width' as string]: `${left.size}px` }}>
            <RegionBoundary>{tab.isLoaded ? <LeftPane tab={tab} /> : <Spinner />}</RegionBoundary>
          </div>
          <span className={css.handle}>
            <PaneHandle label={t(texts.leftWidth)} pane={left} />
          </span>
        </>
      )}
      <RegionBoundary>{tab.isLoaded ? <Workbench tab={tab} /> : <Spinner />}</RegionBoundary>
    </div>
  )
}

function Workbench({ tab }: { tab: LabTab }) {
  const t = useText()
  const database = useLab(({ databases }) => Object.values(databases).find(({ id }) => id === tab.databaseId))
  const queries = useTabQueries(tab.id)
  const [selected, setSelected] = useState(nothing)
  const [completes, setCompletes] = useState(() => localStorage.getItem(completesKey) !== 'off')
  const [southTab, setSouthTab] = useState('results')
  const [isFormatting, setIsFormatting] = useState(false)
  const height = usePaneSize('sextant.sqlLab.editor', {
    initial: Math.round(window.innerHeight * 0.4),
    min: minHeight,
    max: () => window.innerHeight - 44 - 40 - 200,
  })
  const latest = queries[0]
  const running = latest && isRunning(latest) ? latest : undefined
  const lintMarks = useLint(tab)
  const marks = useMemo(() => [...faultMarks(tab, latest), ...lintMarks], [tab, latest, lintMarks])
  const dialect = useDialect(tab.databaseId)
  const catalog = useMemo(() => databaseCatalog(tab, dialect), [tab, dialect])
  const toRun = selected.text.trim() === '' ? { text: tab.sql, from: 0 } : selected

  /** Runs SQL. Reads the current state, because a key may be pressed before the last change is rendered. */
  function run(request: RunRequest) {
    const lab = useLab.getState()
    const current = lab.tabs.find(({ id }) => id === tab.id)
    const [last] = queriesOf(lab, tab.id)
    if (!current || current.databaseId === null || (last && isRunning(last)) || !hasStatement(request.sql)) return
    setSouthTab('results')
    runSql(current, request)
  }
  const runSelection = (createAs?: RunRequest['createAs']) => run({ sql: toRun.text, from: toRun.from, createAs })
  const stopRunning = () => running && void stop(running)

  async function format() {
    setIsFormatting(true)
    try {
      const sql = await formatSql(tab.sql, tab.databaseId)
      // text that was typed in the meantime is not replaced
      if (useLab.getState().tabs.some(({ id, sql: now }) => id === tab.id && now === tab.sql)) editTab(tab.id, { sql })
    } catch (error) {
      toast.danger(messageOf(error))
    }
    setIsFormatting(false)
  }

  useLabKeys({ run: () => runSelection(), stop: stopRunning, newTab: () => void addTab(), format: () => void format() })

  return (
    <div className={css.right}>
      <Toolbar
        tab={tab}
        database={database}
        query={latest}
        running={running}
        toRun={toRun}
        isSelection={selected.text.trim() !== ''}
        explains={dialect?.explains === true}
        completes={completes}
        onCompletes={(next) => {
          setCompletes(next)
          localStorage.setItem(completesKey, next ? 'on' : 'off')
        }}
        isFormatting={isFormatting}
        onRun={runSelection}
        onStop={stopRunning}
        onFormat={() => void format()}
      />
      <div className={css.editor} style={{ ['--pane-height' as string]: `${height.size}px` }}>
        <RegionBoundary>
          <Suspense
            fallback={
              <PlainCode
                className={css.plain}
                label={t(texts.editor, { name: tab.label })}
                value={tab.sql}
                onChange={(sql) => editTab(tab.id, { sql })}
              />
            }
          >
            <SqlLabEditor
              tabId={tab.id}
              label={t(texts.editor, { name: tab.label })}
              value={tab.sql}
              onChange={(sql) => editTab(tab.id, { sql })}
              onSelect={setSelected}
              dialect={dialect}
              catalog={catalog}
              catalogKey={`${tab.databaseId} ${tab.schema} ${tab.tables.map(({ name }) => name).join()}`}
              completes={completes}
              marks={marks}
              onRun={({ text, from }) => run({ sql: text, from })}
              onRunAt={({ text, from }) => run({ sql: text, from })}
              onStop={stopRunning}
              onNewTab={() => void addTab()}
              onFormat={() => void format()}
            />
          </Suspense>
        </RegionBoundary>
      </div>
      <span className={css.handle}>
        <PaneHandle label={t(texts.editorHeight)} pane={height} orientation="horizontal" />
      </span>
      <div className={css.south}>
        <RegionBoundary>
          <SouthPane
            tab={tab}
            database={database}
            queries={queries}
            statement={dialect?.samples ? statementOf(tab.sql, selected) : undefined}
            open={southTab}
            onOpen={setSouthTab}
            onRerun={() => runSelection()}
          />
        </RegionBoundary>
      </div>
    </div>
  )
}

/** The selected text, or otherwise the statement at the cursor. */
function statementOf(sql: string, { text, from }: Selected): string {
  if (text.trim() !== '') return text
  const range = statementAt(sql, from)
  return range ? sql.slice(range.from, range.to) : ''
}

/** The queries of a tab, latest first. */
function useTabQueries(tabId: number): LabQuery[] {
  const all = useLab(({ queries }) => queries)
  return useMemo(() => queriesOf({ queries: all }, tabId), [all, tabId])
}

/** The SQL syntax of the tab's database. */
function useDialect(databaseId: number | null): EditorDialect | undefined {
  const { data, error } = useQuery(editorDialectQuery(databaseId))
  useEffect(() => {
    if (error) tell(labTexts.functionNames)(error)
  }, [error])
  return data
}

/** Errors that the database finds in the text without running it. */
function useLint(tab: LabTab): readonly Mark[] {
  const sql = useDebounced(useDeferredValue(tab.sql), checkDelayMs)
  const found = useQuery({
    queryKey: ['sqlLab', 'lint', tab.id, tab.databaseId, tab.schema, tab.templateParams, sql],
    enabled: tab.databaseId !== null && hasStatement(sql) && sql.trim() !== 'SELECT ...',
    retry: false,
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      validateSql(
        {
          databaseId: tab.databaseId ?? 0,
          sql,
          schema: tab.schema,
          template_params: parseObject(tab.templateParams),
          sql_editor_id: String(tab.id),
        },
        signal,
      ),
  })
  return useMemo(() => {
    if (sql !== tab.sql) return []
    return (found.data ?? []).map(({ line_number, start_column, message }) => ({
      line: line_number ?? 1,
      column: start_column,
      message,
    }))
  }, [sql, tab.sql, found.data])
}

/** The error of the last run, while its text is unchanged. */
function faultMarks(tab: LabTab, query: LabQuery | undefined): Mark[] {
  const position = query?.fault?.position
  if (!query?.fault || !position || query.from === undefined) return []
  if (tab.sql.slice(query.from, query.from + query.sql.length) !== query.sql) return []
  const before = tab.sql.slice(0, query.from).split('\n')
  const isFirst = position.line === 1 && position.column !== null
  return [
    {
      line: before.length - 1 + position.line,
      column: isFirst ? (position.column ?? 1) + (before.at(-1)?.length ?? 0) : position.column,
      message: query.fault.message,
    },
  ]
}
