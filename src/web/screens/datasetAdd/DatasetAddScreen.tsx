import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { Combine } from 'lucide-react'
import { lazy, useState } from 'react'
import { can } from '../../api/bootstrap.ts'
import { messageOf } from '../../api/failure.ts'
import { createJoinedDataset, joinPreviewQuery } from '../../api/joins.ts'
import { createDataset, physicalDatasetsQuery } from '../../api/sourceTables.ts'
import { PageHeader } from '../../shell/PageHeader.tsx'
import { PageTitle } from '../../shell/PageTitle.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { ColumnsPreview } from './ColumnsPreview.tsx'
import css from './DatasetAddScreen.module.css'
import { type JoinDraft, joinedName, newJoin, planOf } from './join/joinDraft.ts'
import { type Source, SourcePane } from './SourcePane.tsx'

const texts = defineTexts('datasetAdd', {
  datasets: 'Datasets',
  new: 'New dataset',
  select: 'Select dataset source',
  selectText:
    'Datasets can be created from database tables or SQL queries. Select a database table to the left or <a>create dataset from SQL query</a> to open SQL Lab. From there you can save the query as a dataset.',
  selectTextOnly: 'Datasets can be created from database tables. Select a database table to the left.',
  cancel: 'Cancel',
  create: 'Create dataset and create chart',
  noTable: 'Select a database table.',
  exists: 'This table already has a dataset',
  join: 'Join another table',
  incomplete: 'Choose the joined tables and their equal columns.',
  unnamed: 'Give the dataset a name.',
  multiplies: 'A joined table would multiply rows. Aggregate it, or choose other columns.',
  saved: 'The dataset has been saved',
  failed: 'An error occurred while creating datasets: {message}',
})

const JoinBuilder = lazy(() => import('./join/JoinBuilder.tsx'))

/** The database in the address: `?database=3` */
function databaseIn(search: string): number | undefined {
  const id = Number(new URLSearchParams(search).get('database') ?? '')
  return Number.isInteger(id) && id > 0 ? id : undefined
}

/** `/dataset/add/`: creates a dataset from a table, and continues with a chart of it. */
export function DatasetAddScreen() {
  const t = useText()
  const { history } = useRouter()
  const { searchStr } = useLocation()
  const queryClient = useQueryClient()
  const [source, setSource] = useState<Source>(() => ({ databaseId: databaseIn(searchStr) }))
  const [isBusy, setIsBusy] = useState(false)
  const [joins, setJoins] = useState<JoinDraft[]>([])
  const [ownName, setOwnName] = useState<string>()
  const table = tableOf(source)
  const taken = useQuery({
    ...physicalDatasetsQuery(table?.databaseId ?? 0, table?.schema ?? '', table?.table ?? ''),
    enabled: table !== undefined,
  })
  const existing = table && taken.data?.result[0]
  const plan = table && planOf(table, joins)
  const checks = useQuery(joinPreviewQuery(plan)).data?.checks
  const name = ownName ?? (table ? joinedName(table.table, joins) : '')
  const refusal =
    joins.length === 0
      ? existing !== undefined && t(texts.exists)
      : !plan || !checks
        ? t(texts.incomplete)
        : name.trim() === ''
          ? t(texts.unnamed)
          : checks.some(({ is_unique }) => !is_unique) && t(texts.multiplies)

  /** When another first table is selected, the joins are removed. */
  function choose(next: Source) {
    setSource(next)
    setJoins([])
    setOwnName(undefined)
  }

  async function create() {
    if (!table) return
    setIsBusy(true)
    try {
      const { databaseId, schema, table: table_name } = table
      const id = plan
        ? await createJoinedDataset(name, plan)
        : await createDataset({ database: databaseId, schema, table_name })
      toast.success(t(texts.saved))
      void queryClient.invalidateQueries({ queryKey: ['datasets'] })
      history.push(`/chart/add?dataset=${id}`)
    } catch (error) {
      toast.danger(t(texts.failed, { message: messageOf(error) }))
      setIsBusy(false)
    }
  }

  return (
    <div className={css.page}>
      <PageTitle>{t(texts.new)}</PageTitle>
      <PageHeader
        crumbs={[{ label: t(texts.datasets), href: '/tablemodelview/list/' }]}
        title={source.table ?? t(texts.new)}
      />
      <div className={css.panes}>
        <SourcePane source={source} onChange={choose} />
        <main className={css.preview}>
          {table ? (
            <>
              {joins.length === 0 ? (
                <div>
                  <Button icon={<Combine size={14} />} onClick={() => setJoins([newJoin(table.schema, [])])}>
                    {t(texts.join)}
                  </Button>
                </div>
              ) : (
                <LazyPart onClose={() => setJoins([])}>
                  <JoinBuilder first={table} joins={joins} onChange={setJoins} name={name} onName={setOwnName} />
                </LazyPart>
              )}
              {joins.length === 0 ? (
                <ColumnsPreview key={JSON.stringify(table)} {...table} existingUrl={existing?.explore_url} />
              ) : null}
            </>
          ) : (
            <NoSource />
          )}
        </main>
      </div>
      <footer className={css.foot}>
        <ButtonLink size="md" href="/tablemodelview/list/">
          {t(texts.cancel)}
        </ButtonLink>
        <Button
          size="md"
          variant="primary"
          busy={isBusy}
          disabledReason={table ? refusal : t(texts.noTable)}
          onClick={() => void create()}
        >
          {t(texts.create)}
        </Button>
      </footer>
    </div>
  )
}

function tableOf({ databaseId, schema, table }: Source) {
  return databaseId === undefined || schema === undefined || table === undefined
    ? undefined
    : { databaseId, schema, table }
}

function NoSource() {
  const t = useText()
  const rich = useRichText()
  return (
    <EmptyState
      title={t(texts.select)}
      text={
        can('can_sqllab', 'Superset')
          ? rich(texts.selectText, {
              a: (parts) => (
                <a className={css.link} href="/superset/sqllab/">
                  {parts}
                </a>
              ),
            })
          : t(texts.selectTextOnly)
      }
    />
  )
}
