import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { toDataset } from '../../../../model/explore/exploreStateDataset.ts'
import { type DatasetSummary, datasetListQuery } from '../../../api/datasets.ts'
import { exploreQuery, keepForm, sourceTypeOf } from '../../../api/explore.ts'
import { messageOf } from '../../../api/failure.ts'
import { personName } from '../../../api/list.ts'
import { Pager } from '../../../list/Pager.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { Cell, HeadCell, Row, Table } from '../../../ui/Table.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { useDebounced } from '../../../ui/useDebounced.ts'
import { formatAddress } from '../address.ts'
import { chartDrafts } from '../state/chartDrafts.ts'
import { namesOf } from '../state/datasetNames.ts'
import { useExplore } from '../state/exploreContext.ts'
import { handOver } from '../state/handOver.ts'
import { ownDraftKey } from '../state/useChartDraft.ts'
import css from './SwapDialog.module.css'

const texts = defineTexts('explore.swap', {
  title: 'Swap dataset',
  warning:
    'Changing the dataset may break the chart if the chart relies on columns or metadata that does not exist in the target dataset',
  confirm: 'Warning! Changing the dataset may break the chart if the metadata does not exist.',
  search: 'Search / Filter',
  name: 'Name',
  type: 'Type',
  schema: 'Schema',
  connection: 'Connection',
  owners: 'Owners',
  cancel: 'Cancel',
  proceed: 'Proceed',
  done: 'Successfully changed dataset!',
  undo: 'Swap back',
  physical: 'Physical',
  virtual: 'Virtual',
})

const pageSize = 25
/** time for which a swap can be undone */
const undoMs = 15_000

const tell = (error: unknown) => toast.danger(messageOf(error))

interface Order {
  column: string
  direction: 'asc' | 'desc'
}

/** Selects another dataset for the same controls. */
export default function SwapDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { swap, isBusy } = useSwap(onClose)
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<DatasetSummary>()
  const text = useDebounced(search.trim(), 500)
  const [order, setOrder] = useState<Order>({ column: 'changed_on_delta_humanized', direction: 'desc' })
  const [page, setPage] = useState(0)
  const list = useQuery({
    ...datasetListQuery({
      filters: text === '' ? [] : [{ col: 'table_name', opr: 'ct', value: text }],
      orderColumn: order.column,
      orderDirection: order.direction,
      page,
      pageSize,
    }),
    placeholderData: keepPreviousData,
  })

  function sortBy(column: string) {
    setPage(0)
    setOrder({ column, direction: order.column === column && order.direction === 'asc' ? 'desc' : 'asc' })
  }

  const count = list.data?.count ?? 0
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(texts.title)}
      width={760}
      footer={
        chosen ? (
          <>
            <Button size="md" onClick={() => setChosen(undefined)}>
              {t(texts.cancel)}
            </Button>
            <Button size="md" variant="primary" busy={isBusy} onClick={() => void swap(chosen)}>
              {t(texts.proceed)}
            </Button>
          </>
        ) : undefined
      }
    >
      {chosen ? (
        <Banner tone="warning">{t(texts.confirm)}</Banner>
      ) : (
        <div className={css.body}>
          <Banner tone="warning">{t(texts.warning)}</Banner>
          <TextField
            hideLabel
            label={t(texts.search)}
            placeholder={t(texts.search)}
            size="md"
            icon={<Search size={14} />}
            value={search}
            onChange={(next) => {
              setSearch(next)
              setPage(0)
            }}
          />
          {list.isPending ? <Spinner /> : null}
          <DatasetTable datasets={list.data?.result ?? []} order={order} onSort={sortBy} onChoose={setChosen} />
          {list.error ? (
            <ErrorPanel compact message={messageOf(list.error)} onRetry={() => void list.refetch()} />
          ) : null}
          {count > pageSize ? <Pager page={page} pageSize={pageSize} count={count} onPage={setPage} /> : null}
        </div>
      )}
    </Dialog>
  )
}

interface TableProps {
  datasets: readonly DatasetSummary[]
  order: Order
  onSort: (column: string) => void
  onChoose: (dataset: DatasetSummary) => void
}

function DatasetTable({ datasets, order, onSort, onChoose }: TableProps) {
  const t = useText()
  const sortedBy = (column: string) => (order.column === column ? order.direction : undefined)
  return (
    <Table label={t(texts.title)}>
      <thead>
        <tr>
          <HeadCell width={260} sorted={sortedBy('table_name')} onSort={() => onSort('table_name')}>
            {t(texts.name)}
          </HeadCell>
          <HeadCell>{t(texts.type)}</HeadCell>
          <HeadCell sorted={sortedBy('schema')} onSort={() => onSort('schema')}>
            {t(texts.schema)}
          </HeadCell>
          <HeadCell>{t(texts.connection)}</HeadCell>
          <HeadCell>{t(texts.owners)}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {datasets.map((dataset) => (
          <Row key={dataset.id}>
            <Cell>
              <button type="button" className={css.name} onClick={() => onChoose(dataset)}>
                {dataset.table_name}
              </button>
            </Cell>
            <Cell>{t(dataset.kind === 'virtual' ? texts.virtual : texts.physical)}</Cell>
            <Cell>{dataset.schema}</Cell>
            <Cell>{dataset.database?.database_name}</Cell>
            <Cell>{dataset.owners.map(personName).join(', ')}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

/** Continues the chart with another dataset. `onSwapped` is called before the other dataset opens. */
function useSwap(onSwapped: () => void) {
  const t = useText()
  const router = useRouter()
  const queryClient = useQueryClient()
  const explore = useExplore()
  const { form, rules, chartId, dashboardId, state } = explore
  const carried = { name: state.name, ...(state.saved?.version !== undefined && { version: state.saved.version }) }
  const [isBusy, setIsBusy] = useState(false)

  async function swap({ id }: DatasetSummary) {
    setIsBusy(true)
    try {
      const { dataset } = await queryClient.fetchQuery(exploreQuery(`?datasource_id=${id}&datasource_type=table`))
      const { form: swapped, kept } = toDataset(form, `${id}__table`, rules, namesOf(dataset))
      const key = await keepForm({ datasourceId: id, chartId, form: swapped })
      const changedKey = ownDraftKey({ ...explore, dataset })
      toast.success(t(texts.done), {
        durationMs: undoMs,
        action: { label: t(texts.undo), onSelect: () => void undo(changedKey).catch(tell) },
      })
      onSwapped()
      // the same unsaved chart continues at the new address
      chartDrafts.forget(ownDraftKey(explore))
      router.history.push(formatAddress(key, chartId, id, { dashboardId }), {
        keptControls: kept.length,
        ...handOver(carried),
      })
    } catch (error) {
      tell(error)
      setIsBusy(false)
    }
  }

  /** Opens the previous document, with its undo history. `changedKey`: key of the draft with the other dataset. */
  async function undo(changedKey: string) {
    const { dataset } = explore
    const type = sourceTypeOf(dataset)
    const source = { datasourceId: dataset.id ?? 0, datasourceType: type }
    const key = dataset.id === null ? undefined : await keepForm({ ...source, chartId, form })
    chartDrafts.forget(changedKey)
    const href = formatAddress(key, chartId, dataset.id, { dashboardId, type })
    router.history.push(href, handOver({ ...carried, document: state }))
  }

  return { swap, isBusy }
}
