import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { type DatasetSummary, datasetListQuery } from '../../../api/datasets.ts'
import { keepForm } from '../../../api/explore.ts'
import { messageOf } from '../../../api/failure.ts'
import { personName } from '../../../api/list.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { Cell, HeadCell, Row, Table } from '../../../ui/Table.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import { useDebounced } from '../../../ui/useDebounced.ts'
import { formatAddress } from '../address.ts'
import { useExplore } from '../state/exploreContext.ts'
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
})

/** Another dataset under the same controls. */
export default function SwapDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const router = useRouter()
  const { form } = useExplore()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<DatasetSummary>()
  const [isBusy, setIsBusy] = useState(false)
  const text = useDebounced(search.trim(), 500)
  const list = useQuery(
    datasetListQuery({
      filters: text === '' ? [] : [{ col: 'table_name', opr: 'ct', value: text }],
      orderColumn: 'changed_on_delta_humanized',
      pageSize: 25,
    }),
  )

  async function swap({ id }: DatasetSummary) {
    setIsBusy(true)
    try {
      const swapped = { ...form, datasource: `${id}__table` }
      const key = await keepForm({ datasourceId: id, chartId: undefined, form: swapped })
      toast.success(t(texts.done))
      onClose()
      router.history.push(formatAddress(key, undefined, id))
    } catch (error) {
      toast.danger(messageOf(error))
      setIsBusy(false)
    }
  }

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
            onChange={setSearch}
          />
          {list.isPending ? <Spinner /> : null}
          <Table label={t(texts.title)}>
            <thead>
              <tr>
                {[texts.name, texts.type, texts.schema, texts.connection, texts.owners].map((head) => (
                  <HeadCell key={head.id}>{t(head)}</HeadCell>
                ))}
              </tr>
            </thead>
            <tbody>
              {list.data?.result.map((dataset) => (
                <Row key={dataset.id}>
                  <Cell>
                    <button type="button" className={css.name} onClick={() => setChosen(dataset)}>
                      {dataset.table_name}
                    </button>
                  </Cell>
                  <Cell>{dataset.kind}</Cell>
                  <Cell>{dataset.schema}</Cell>
                  <Cell>{dataset.database?.database_name}</Cell>
                  <Cell>{dataset.owners.map(personName).join(', ')}</Cell>
                </Row>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Dialog>
  )
}
