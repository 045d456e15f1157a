import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { Check, ChevronDown, Download, KeyRound, Pencil, Plus, Trash2, Upload, X } from 'lucide-react'
import { lazy, type ReactNode, useEffect, useState } from 'react'
import { can, hasFlag, isAdmin } from '../../api/bootstrap.ts'
import { downloadBundle } from '../../api/bundles.ts'
import { type DatabaseSummary, databaseListQuery, databaseUseQuery, deleteDatabase } from '../../api/databases.ts'
import { messageOf } from '../../api/failure.ts'
import { personName } from '../../api/list.ts'
import { ListScreen } from '../../list/ListScreen.tsx'
import type { ActionDefinition, ColumnDefinition, ListDefinition } from '../../list/listDefinition.ts'
import { Modified } from '../../list/Modified.tsx'
import { modifiedColumn } from '../../list/modifiedColumn.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LabelledIcon } from '../../ui/LabelledIcon.tsx'
import { LazyPart } from '../../ui/LazyPart.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { defineTexts, useRichText, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { type UploadKind, uploadKinds } from '../../upload/uploadKinds.ts'
import { openUpload } from '../../upload/uploadState.ts'
import css from './DatabaseListScreen.module.css'

const texts = defineTexts('databaseList', {
  title: 'Databases',
  name: 'Name',
  backend: 'Backend',
  async: 'AQE',
  dml: 'DML',
  upload: 'CSV upload',
  expose: 'Expose in SQL Lab',
  createdBy: 'Created by',
  modified: 'Last modified',
  yes: 'Yes',
  no: 'No',
  edit: 'Edit',
  export: 'Export',
  delete: 'Delete',
  exportFailed: 'There was an issue exporting: {message}',
  question:
    'The database <b>{title}</b> is linked to {charts, plural, one {# chart} other {# charts}} that appear on {dashboards, plural, one {# dashboard} other {# dashboards}} and users have {tabs, plural, one {# SQL Lab tab} other {# SQL Lab tabs}} using this database open. Are you sure you want to continue? Deleting the database will break those objects.',
  deleteTitle: 'Delete Database?',
  useFailed: 'An error occurred while fetching database related data: {message}',
  questionFailed: 'Are you sure you want to delete <b>{title}</b>?',
  access: 'Access',
  importButton: 'Import databases',
  uploadFile: 'Upload file to database',
  uploadCsv: 'Upload CSV',
  uploadColumnar: 'Upload columnar file',
  uploadExcel: 'Upload Excel file',
  add: 'Database',
  empty: 'No databases yet',
  emptyText: 'A database holds the tables of datasets. Connect one, or upload a file.',
})

const DatabaseAccessDialog = lazy(() => import('../../dataAccess/DatabaseAccessDialog.tsx'))
const DatabaseDialog = lazy(() => import('../../databaseDialog/DatabaseDialog.tsx'))

/** Parameter in the address that opens the dialog for a new database. */
const dialogParameter = 'show_database_modal'

/** `/databaseview/list/` */
export function DatabaseListScreen() {
  const t = useText()
  const { history } = useRouter()
  const { pathname, searchStr } = useLocation()
  const canWrite = can('can_write', 'Database')
  const isWanted = canWrite && new URLSearchParams(searchStr).has(dialogParameter)
  const [opened, setOpened] = useState<{ id?: number } | undefined>(isWanted ? {} : undefined)
  const [accessed, setAccessed] = useState<DatabaseSummary>()
  const columns = useColumns((item) => setOpened({ id: item.id }))
  const canExport = can('can_export', 'Database') && hasFlag('VERSIONED_EXPORT')
  const yesNo = [
    { value: true, label: t(texts.yes) },
    { value: false, label: t(texts.no) },
  ]
  const uploads = uploadKinds()
  const add =
    canWrite || uploads.length > 0 ? (
      <>
        {uploads.length === 0 ? null : <UploadMenu kinds={uploads} />}
        {canWrite ? (
          <Button variant="primary" icon={<Plus size={14} />} onClick={() => setOpened({})}>
            {t(texts.add)}
          </Button>
        ) : null}
      </>
    ) : undefined

  function close(): void {
    setOpened(undefined)
    const others = new URLSearchParams(searchStr)
    if (!others.has(dialogParameter)) return
    others.delete(dialogParameter)
    history.replace(others.size > 0 ? `${pathname}?${others}` : pathname)
  }

  function exportOne(id: number): void {
    downloadBundle('database', [id]).catch((error) =>
      toast.danger(t(texts.exportFailed, { message: messageOf(error) })),
    )
  }

  function actionsOf(item: DatabaseSummary, askDelete: (item: DatabaseSummary) => void): ActionDefinition[] {
    const edit = { label: t(texts.edit), icon: <Pencil size={15} />, onSelect: () => setOpened({ id: item.id }) }
    const take = { label: t(texts.export), icon: <Download size={15} />, onSelect: () => exportOne(item.id) }
    const remove = { label: t(texts.delete), icon: <Trash2 size={15} />, onSelect: () => askDelete(item) }
    const access = { label: t(texts.access), icon: <KeyRound size={15} />, onSelect: () => setAccessed(item) }
    const maySetAccess = isAdmin() && can('can_put', 'Role')
    return [
      ...(canWrite ? [edit] : []),
      ...(maySetAccess ? [access] : []),
      ...(canExport ? [take] : []),
      ...(canWrite ? [remove] : []),
    ]
  }

  const definition = (askDelete: (item: DatabaseSummary) => void): ListDefinition<DatabaseSummary> => ({
    resource: 'database',
    title: t(texts.title),
    query: databaseListQuery,
    queryKeyRoot: 'databases',
    searchFilter: (value) => ({ col: 'database_name', opr: 'ct', value }),
    filters: [
      {
        key: 'expose',
        label: t(texts.expose),
        options: yesNo,
        toFilter: (value) => ({ col: 'expose_in_sqllab', opr: 'eq', value }),
      },
      {
        key: 'async',
        label: t(texts.async),
        options: yesNo,
        toFilter: (value) => ({ col: 'allow_run_async', opr: 'eq', value }),
      },
    ],
    nameSort: 'database_name',
    titleOf: (item) => item.database_name,
    columns,
    actionsOf: (item) => actionsOf(item, askDelete),
    canWrite,
    canExport,
    remove: async ([id = 0]) => deleteDatabase(id),
    usedAs: 'database',
    deleteTitle: t(texts.deleteTitle),
    deleteQuestion: (item) => <DeleteQuestion database={item} />,
    importButton: t(texts.importButton),
    primary: add,
    empty: (importButton) => (
      <EmptyState
        size="big"
        title={t(texts.empty)}
        text={t(texts.emptyText)}
        actions={
          <>
            {add}
            {importButton}
          </>
        }
      />
    ),
  })

  return (
    <>
      <ListScreen definition={definition} />
      {opened === undefined ? null : (
        <LazyPart onClose={close}>
          <DatabaseDialog id={opened.id} onClose={close} />
        </LazyPart>
      )}
      {accessed === undefined ? null : (
        <LazyPart onClose={() => setAccessed(undefined)}>
          <DatabaseAccessDialog id={accessed.id} name={accessed.database_name} onClose={() => setAccessed(undefined)} />
        </LazyPart>
      )}
    </>
  )
}

/** The kinds of files that the user may upload. */
function UploadMenu({ kinds }: { kinds: UploadKind[] }) {
  const t = useText()
  const labels = { csv: t(texts.uploadCsv), columnar: t(texts.uploadColumnar), excel: t(texts.uploadExcel) }
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<Upload size={14} />} iconAfter={<ChevronDown size={14} />}>
          <span className={css.action}>{t(texts.uploadFile)}</span>
        </Button>
      }
      items={kinds.map((kind) => ({ label: labels[kind], onSelect: () => openUpload('choose', kind) }))}
    />
  )
}

function useColumns(onOpen: (item: DatabaseSummary) => void): ColumnDefinition<DatabaseSummary>[] {
  const t = useText()
  const flag = (
    key: 'allow_run_async' | 'allow_dml' | 'allow_file_upload' | 'expose_in_sqllab',
    label: string,
    width: number,
  ): ColumnDefinition<DatabaseSummary> => ({
    key,
    label,
    width,
    sort: key,
    hiddenBelow: 'medium',
    cell: (item) => <YesNo isOn={item[key]} />,
  })
  return [
    {
      key: 'name',
      label: t(texts.name),
      sort: 'database_name',
      cell: (item) =>
        can('can_write', 'Database') ? (
          <button type="button" className={css.name} onClick={() => onOpen(item)}>
            {item.database_name}
          </button>
        ) : (
          item.database_name
        ),
    },
    {
      key: 'backend',
      label: t(texts.backend),
      width: 120,
      isQuiet: true,
      hiddenBelow: 'narrow',
      cell: (item) => item.backend,
    },
    flag('allow_run_async', t(texts.async), 70),
    flag('allow_dml', t(texts.dml), 70),
    flag('allow_file_upload', t(texts.upload), 110),
    flag('expose_in_sqllab', t(texts.expose), 150),
    {
      key: 'createdBy',
      label: t(texts.createdBy),
      width: 140,
      isQuiet: true,
      hiddenBelow: 'medium',
      cell: (item) => (item.created_by ? personName(item.created_by) : ''),
    },
    modifiedColumn(t(texts.modified), (item) => <Modified time={item.changed_on} by="" />),
  ]
}

function YesNo({ isOn }: { isOn: boolean }) {
  const t = useText()
  const label = t(isOn ? texts.yes : texts.no)
  return (
    <LabelledIcon label={label} className={isOn ? css.on : css.off}>
      {isOn ? <Check size={15} /> : <X size={15} />}
    </LabelledIcon>
  )
}

/** The confirmation with the number of objects that use the database. */
function DeleteQuestion({ database }: { database: DatabaseSummary }) {
  const rich = useRichText()
  const t = useText()
  const use = useQuery(databaseUseQuery(database.id))
  useEffect(() => {
    if (use.error) toast.danger(t(texts.useFailed, { message: messageOf(use.error) }))
  }, [use.error, t])
  const b = (parts: ReactNode) => <b>{parts}</b>
  if (use.isPending) return <Spinner />
  if (!use.data) return rich(texts.questionFailed, { title: database.database_name, b })
  return rich(texts.question, {
    title: database.database_name,
    charts: use.data.charts.count,
    dashboards: use.data.dashboards.count,
    tabs: use.data.sqllab_tab_states.count,
    b,
  })
}
