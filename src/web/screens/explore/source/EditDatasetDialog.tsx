import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { genericTypeOf } from '../../../../model/columnType.ts'
import { GenericType } from '../../../../model/dataset.ts'
import {
  type EditedColumn,
  type EditedDataset,
  type EditedMetric,
  editedDatasetQuery,
  saveDataset,
  syncDataset,
} from '../../../api/datasetEdit.ts'
import { messageOf } from '../../../api/failure.ts'
import { placed, without } from '../../../controls/listEdits.ts'
import { TypeIcon } from '../../../controls/TypeIcon.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { Cell, HeadCell, Row, Table } from '../../../ui/Table.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/Tabs.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { defineTexts, useText } from '../../../ui/text.ts'
import { toast } from '../../../ui/toast.ts'
import css from './EditDatasetDialog.module.css'

const texts = defineTexts('explore.editDataset', {
  title: 'Edit Dataset',
  careful:
    'Be careful. Changing these settings will affect all charts using this dataset, including charts owned by other people.',
  metrics: 'Metrics',
  columns: 'Columns',
  sync: 'Sync columns from source',
  synced: 'The columns are those of the source now.',
  column: 'Column',
  metric: 'Metric',
  expression: 'SQL expression',
  label: 'Label',
  type: 'Data type',
  temporal: 'Is temporal',
  main: 'Default datetime',
  filterable: 'Is filterable',
  dimension: 'Is dimension',
  of: '{what}: {name}',
  newName: 'Name of the new metric',
  add: 'Add metric',
  remove: 'Remove {name}',
  confirm: 'Confirm save',
  cancel: 'Cancel',
  save: 'Save',
  saved: 'The dataset has been saved',
})

/** Labels, kinds and metrics of a dataset; what is saved counts for every chart of it. */
export default function EditDatasetDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const queryClient = useQueryClient()
  const stored = useQuery(editedDatasetQuery(id))
  const [changed, setChanged] = useState<EditedDataset>()
  const [tab, setTab] = useState('columns')
  const [step, setStep] = useState<'edit' | 'confirm' | 'busy'>('edit')
  const draft = changed ?? stored.data
  const isComplete = draft?.metrics.every((metric) => metric.metric_name.trim() && metric.expression.trim()) ?? false

  async function refreshed() {
    setChanged(undefined)
    await Promise.all([stored.refetch(), queryClient.invalidateQueries({ queryKey: ['explore'] })])
  }

  async function sync() {
    setStep('busy')
    try {
      await syncDataset(id)
      await refreshed()
      toast.success(t(texts.synced))
    } catch (error) {
      toast.danger(messageOf(error))
    }
    setStep('edit')
  }

  async function save(edited: EditedDataset) {
    try {
      await saveDataset(edited)
      await queryClient.invalidateQueries({ queryKey: ['explore'] })
      toast.success(t(texts.saved))
      onClose()
    } catch (error) {
      toast.danger(messageOf(error))
      setStep('edit')
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`${t(texts.title)} ${stored.data?.table_name ?? ''}`}
      width={1080}
      footer={
        <>
          <Button size="md" onClick={onClose}>
            {t(texts.cancel)}
          </Button>
          <Button
            size="md"
            variant="primary"
            disabled={changed === undefined || !isComplete || step === 'busy'}
            onClick={() => setStep('confirm')}
          >
            {t(texts.save)}
          </Button>
        </>
      }
    >
      <Banner tone="warning">{t(texts.careful)}</Banner>
      {stored.isPending ? <Spinner /> : null}
      {stored.error ? <ErrorPanel message={messageOf(stored.error)} onRetry={() => void stored.refetch()} /> : null}
      {draft ? (
        <Tabs value={tab} onChange={setTab}>
          <div className={css.bar}>
            <TabList label={t(texts.title)}>
              <Tab value="columns">{`${t(texts.columns)} ${draft.columns.length}`}</Tab>
              <Tab value="metrics">{`${t(texts.metrics)} ${draft.metrics.length}`}</Tab>
            </TabList>
            <Button size="sm" icon={<RefreshCw size={14} />} busy={step === 'busy'} onClick={() => void sync()}>
              {t(texts.sync)}
            </Button>
          </div>
          <TabPanel value="columns" className={css.body}>
            <ColumnsTable draft={draft} onChange={setChanged} />
          </TabPanel>
          <TabPanel value="metrics" className={css.body}>
            <MetricsTable draft={draft} onChange={setChanged} />
          </TabPanel>
        </Tabs>
      ) : null}
      <ConfirmDialog
        open={step === 'confirm'}
        title={t(texts.confirm)}
        onClose={() => setStep('edit')}
        onConfirm={() => (draft ? save(draft) : undefined)}
      >
        {t(texts.careful)}
      </ConfirmDialog>
    </Dialog>
  )
}

interface PartProps {
  draft: EditedDataset
  onChange: (draft: EditedDataset) => void
}

const marks = [
  ['is_dttm', texts.temporal],
  ['filterable', texts.filterable],
  ['groupby', texts.dimension],
] as const

function ColumnsTable({ draft, onChange }: PartProps) {
  const t = useText()
  const set = (index: number, column: EditedColumn, more: Partial<EditedColumn>) =>
    onChange({ ...draft, columns: placed(draft.columns, index, { ...column, ...more }) })
  return (
    <Table label={t(texts.columns)}>
      <thead>
        <tr>
          <HeadCell width={220}>{t(texts.column)}</HeadCell>
          <HeadCell width={220}>{t(texts.label)}</HeadCell>
          <HeadCell width={120}>{t(texts.type)}</HeadCell>
          {marks.map(([key, head]) => (
            <HeadCell key={key} width={110}>
              {t(head)}
            </HeadCell>
          ))}
          <HeadCell width={130}>{t(texts.main)}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {draft.columns.map((column, index) => {
          const { column_name: name } = column
          return (
            <Row key={column.id}>
              <Cell>
                <span className={css.name}>
                  <TypeIcon
                    kind={
                      column.expression
                        ? 'sql'
                        : column.is_dttm
                          ? GenericType.temporal
                          : (genericTypeOf(column.type) ?? GenericType.string)
                    }
                  />
                  {name}
                </span>
              </Cell>
              <Cell>
                <TextField
                  hideLabel
                  label={t(texts.of, { what: t(texts.label), name })}
                  value={column.verbose_name ?? ''}
                  onChange={(text) => set(index, column, { verbose_name: text || null })}
                />
              </Cell>
              <Cell quiet>
                <code className={css.type}>{column.type}</code>
              </Cell>
              {marks.map(([key, head]) => (
                <Cell key={key}>
                  <Checkbox
                    hideLabel
                    label={t(texts.of, { what: t(head), name })}
                    checked={column[key]}
                    onChange={(checked) => set(index, column, { [key]: checked })}
                  />
                </Cell>
              ))}
              <Cell>
                {column.is_dttm ? (
                  <input
                    type="radio"
                    name="main_dttm_col"
                    className={css.mark}
                    aria-label={t(texts.of, { what: t(texts.main), name })}
                    checked={draft.main_dttm_col === name}
                    onChange={() => onChange({ ...draft, main_dttm_col: name })}
                  />
                ) : null}
              </Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}

function MetricsTable({ draft, onChange }: PartProps) {
  const t = useText()
  const set = (index: number, metric: EditedMetric, more: Partial<EditedMetric>) =>
    onChange({ ...draft, metrics: placed(draft.metrics, index, { ...metric, ...more }) })
  const added: EditedMetric = { metric_name: '', verbose_name: null, description: null, expression: '', d3format: null }
  return (
    <>
      <Table label={t(texts.metrics)}>
        <thead>
          <tr>
            <HeadCell width={220}>{t(texts.metric)}</HeadCell>
            <HeadCell width={260}>{t(texts.label)}</HeadCell>
            <HeadCell>{t(texts.expression)}</HeadCell>
            <HeadCell width={56} label={t(texts.remove, { name: '' })} />
          </tr>
        </thead>
        <tbody>
          {draft.metrics.map((metric, index) => {
            const name = metric.metric_name
            return (
              <Row key={metric.id ?? `new-${index}`}>
                <Cell>
                  {metric.id === undefined ? (
                    <TextField
                      hideLabel
                      label={t(texts.newName)}
                      value={name}
                      onChange={(text) => set(index, metric, { metric_name: text })}
                    />
                  ) : (
                    <span className={css.name}>
                      <TypeIcon kind="metric" />
                      {name}
                    </span>
                  )}
                </Cell>
                <Cell>
                  <TextField
                    hideLabel
                    label={t(texts.of, { what: t(texts.label), name })}
                    value={metric.verbose_name ?? ''}
                    onChange={(text) => set(index, metric, { verbose_name: text || null })}
                  />
                </Cell>
                <Cell>
                  <TextField
                    hideLabel
                    label={t(texts.of, { what: t(texts.expression), name })}
                    className={css.expression}
                    value={metric.expression}
                    onChange={(expression) => set(index, metric, { expression })}
                  />
                </Cell>
                <Cell>
                  <IconButton
                    size="xs"
                    label={t(texts.remove, { name })}
                    icon={<Trash2 size={14} />}
                    onClick={() => onChange({ ...draft, metrics: without(draft.metrics, index) })}
                  />
                </Cell>
              </Row>
            )
          })}
        </tbody>
      </Table>
      <Button
        size="sm"
        className={css.add}
        icon={<Plus size={14} />}
        onClick={() => onChange({ ...draft, metrics: [...draft.metrics, added] })}
      >
        {t(texts.add)}
      </Button>
    </>
  )
}
