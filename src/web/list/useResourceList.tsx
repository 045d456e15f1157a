import { useQueryClient } from '@tanstack/react-query'
import { Download, FolderInput, History, Pencil, Trash2 } from 'lucide-react'
import { lazy, useState } from 'react'
import { can, currentUser, hasFlag, isAdmin, isSignedIn } from '../api/bootstrap.ts'
import { downloadBundle } from '../api/bundles.ts'
import { messageOf } from '../api/failure.ts'
import { type Person, personName } from '../api/list.ts'
import { mayTag } from '../api/tags.ts'
import { FacePile } from '../ui/Avatar.tsx'
import { LazyPart } from '../ui/LazyPart.tsx'
import { defineTexts, useRichText, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import type { ActionDefinition, ColumnDefinition, ListDefinition } from './listDefinition.ts'
import { Modified } from './Modified.tsx'
import { modifiedColumn } from './modifiedColumn.tsx'

const texts = defineTexts('resourceList', {
  title: '{kind, select, chart {Charts} dashboard {Dashboards} other {Datasets}}',
  owners: 'Owners',
  modified: 'Last modified',
  edit: 'Edit',
  export: 'Export',
  history: 'History',
  move: 'Move to folder',
  delete: 'Delete',
  notOwner:
    '{kind, select, dataset {You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.} other {You do not have permission to edit this {kind}.}}',
  exportFailed: 'There was an issue exporting: {message}',
  question: 'Are you sure you want to delete <b>{title}</b>?',
  bulkQuestion: 'Are you sure you want to delete the selected {kind}s?',
  bulkFailure: 'There was an issue deleting the selected {kind}s: {message}',
  importButton: 'Import {kind}s',
})

const MoveDialog = lazy(() => import('../folders/MoveDialog.tsx'))
const HistoryDialog = lazy(() => import('../history/HistoryDialog.tsx'))

const permissionOf = { chart: 'Chart', dashboard: 'Dashboard', dataset: 'Dataset' } as const

interface ListedItem {
  id: number
  owners: Person[]
  /** whether the rights on a folder allow the reader to change the object */
  is_editor: boolean
  changed_on_utc: string
  changed_by_name: string
}

type SharedParts =
  | 'resource'
  | 'title'
  | 'canWrite'
  | 'canExport'
  | 'bulkQuestion'
  | 'bulkFailure'
  | 'importButton'
  | 'deleteQuestion'
  | 'taggedAs'
  | 'foldedAs'
  | 'trash'

/** The common parts of all lists: texts, permissions, the last columns, the row actions, their dialogs. */
export function useResourceList<T extends ListedItem>(kind: keyof typeof permissionOf, titleOf: (item: T) => string) {
  const t = useText()
  const rich = useRichText()
  const canWrite = can('can_write', permissionOf[kind])
  const queryClient = useQueryClient()
  const [past, setPast] = useState<T>()
  const [moved, setMoved] = useState<T>()
  const canExport = can('can_export', permissionOf[kind]) && hasFlag('VERSIONED_EXPORT')

  const shared: Pick<ListDefinition<T>, SharedParts> = {
    resource: kind,
    title: t(texts.title, { kind }),
    canWrite,
    canExport,
    trash: canWrite ? permissionOf[kind] : undefined,
    foldedAs: isSignedIn ? permissionOf[kind] : undefined,
    taggedAs: kind === 'dataset' ? undefined : mayTag(kind),
    deleteQuestion: (item) => rich(texts.question, { title: titleOf(item), b: (parts) => <b>{parts}</b> }),
    bulkQuestion: t(texts.bulkQuestion, { kind }),
    bulkFailure: (message) => t(texts.bulkFailure, { kind, message }),
    importButton: t(texts.importButton, { kind }),
  }

  const lastColumns: ColumnDefinition<T>[] = [
    {
      key: 'owners',
      label: t(texts.owners),
      width: 90,
      hiddenBelow: 'medium',
      cell: (item) => <FacePile names={item.owners.map(personName)} />,
    },
    modifiedColumn(t(texts.modified), (item) => <Modified time={item.changed_on_utc} by={item.changed_by_name} />),
  ]

  function exportOne(id: number): void {
    downloadBundle(kind, [id]).catch((error) => toast.danger(t(texts.exportFailed, { message: messageOf(error) })))
  }

  /** The row actions; `edit`: the address of the editor, or a function that opens the editor. */
  function actionsOf(item: T, askDelete: (item: T) => void, edit?: string | (() => void)): ActionDefinition[] {
    const mayEdit = isAdmin() || item.is_editor || item.owners.some((owner) => owner.id === currentUser.userId)
    const disabledReason = mayEdit ? undefined : t(texts.notOwner, { kind })
    return [
      canWrite && edit !== undefined
        ? {
            label: t(texts.edit),
            icon: <Pencil size={15} />,
            disabledReason,
            ...(typeof edit === 'string' ? { href: edit } : { onSelect: edit }),
          }
        : undefined,
      canExport
        ? { label: t(texts.export), icon: <Download size={15} />, onSelect: () => exportOne(item.id) }
        : undefined,
      canWrite && mayEdit
        ? { label: t(texts.history), icon: <History size={15} />, onSelect: () => setPast(item) }
        : undefined,
      isSignedIn
        ? { label: t(texts.move), icon: <FolderInput size={15} />, onSelect: () => setMoved(item) }
        : undefined,
      canWrite
        ? { label: t(texts.delete), icon: <Trash2 size={15} />, disabledReason, onSelect: () => askDelete(item) }
        : undefined,
    ].filter((action) => action !== undefined)
  }

  const dialogs = (
    <>
      {past ? (
        <LazyPart onClose={() => setPast(undefined)}>
          <HistoryDialog
            kind={permissionOf[kind]}
            id={past.id}
            name={titleOf(past)}
            onClose={() => setPast(undefined)}
            onRestored={() => void queryClient.invalidateQueries({ queryKey: [`${kind}s`] })}
          />
        </LazyPart>
      ) : null}
      {moved ? (
        <LazyPart onClose={() => setMoved(undefined)}>
          <MoveDialog
            kind={permissionOf[kind]}
            ids={[moved.id]}
            title={titleOf(moved)}
            onClose={() => setMoved(undefined)}
          />
        </LazyPart>
      ) : null}
    </>
  )

  return { shared, lastColumns, actionsOf, dialogs }
}
