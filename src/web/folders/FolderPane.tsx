import { useQuery } from '@tanstack/react-query'
import { Layers } from 'lucide-react'
import { type DragEvent, lazy, useState } from 'react'
import { messageOf } from '../api/failure.ts'
import { deleteFolder, type FoldedKind, foldersQuery, updateFolder } from '../api/folders.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { LazyPart } from '../ui/LazyPart.tsx'
import type { MenuEntry } from '../ui/Menu.tsx'
import { defineTexts, useRichText, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { useIsPhone } from '../ui/useIsPhone.ts'
import { droppedFolder, droppedRows } from './draggedRow.ts'
import { FolderHeading } from './FolderHeading.tsx'
import { FolderItem } from './FolderItem.tsx'
import css from './Folders.module.css'
import { folderRows, mayShareFolders, type PlacedFolder } from './folderRows.ts'
import { MoveFolderDialog } from './MoveFolderDialog.tsx'
import { type NewFolder, NewFolderDialog, RenameDialog } from './NameDialog.tsx'
import { type MoveTarget, useFolderChanges } from './useFolderChanges.ts'

const RightsDialog = lazy(() => import('./RightsDialog.tsx'))

const texts = defineTexts('folders', {
  title: 'Folders',
  all: 'All',
  none: 'No folders yet. Drag rows onto a folder to move them, or select them and choose Move to folder.',
  nonePhone: 'No folders yet. Select rows and choose Move to folder.',
  newInside: 'New subfolder',
  rename: 'Rename',
  move: 'Move to folder',
  rights: 'Rights',
  delete: 'Delete',
  notOwn: 'Only its creator and administrators can change a shared folder.',
  deleteQuestion: 'Are you sure you want to delete the folder <b>{name}</b>? Its contents are moved to {parent}.',
  deleteTopQuestion: 'Are you sure you want to delete the folder <b>{name}</b>? Its contents are then in no folder.',
})

interface FolderPaneProps {
  kind: FoldedKind
  /** the shown folder; undefined: all objects */
  selected: number | undefined
  onSelect: (id: number | undefined) => void
  /** called when rows of the list were moved */
  onMoved: () => void
}

type Asked = { create: NewFolder } | { rename: PlacedFolder } | { move: PlacedFolder } | { rights: PlacedFolder }

/**
 * The folders of a list: selecting one shows what is in it and below it. Rows and folders can be dropped on folders.
 */
export default function FolderPane({ kind, selected, onSelect, onMoved }: FolderPaneProps) {
  const t = useText()
  const rich = useRichText()
  const isPhone = useIsPhone()
  const { data, error, refetch } = useQuery(foldersQuery(kind))
  const { run, move } = useFolderChanges(kind)
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const [asked, setAsked] = useState<Asked>()
  const [deleted, setDeleted] = useState<PlacedFolder>()
  const parent = data?.find(({ id }) => id === deleted?.parent_id)

  function toggle(id: number) {
    setClosed((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }

  async function moveRows(ids: readonly number[], target: MoveTarget) {
    if (await move(ids, target)) onMoved()
  }

  /** Handles drops on a folder, or on the heading of all folders. */
  function drop(event: DragEvent, isPersonal: boolean, folder?: PlacedFolder) {
    const moved = droppedFolder(event, isPersonal)
    if (moved !== undefined) {
      if (moved !== folder?.id) void run(() => updateFolder(moved, { parent_id: folder?.id ?? null }))
      return
    }
    const ids = droppedRows(event, kind)
    if (ids) void moveRows(ids, folder ?? { isPersonal })
  }

  async function remove() {
    if (!deleted) return
    await run(async () => {
      const { message } = await deleteFolder(deleted.id)
      if (selected === deleted.id) onSelect(deleted.parent_id ?? undefined)
      toast.success(message)
    })
    setDeleted(undefined)
  }

  const menuOf = (folder: PlacedFolder): MenuEntry[] => {
    const disabledReason = folder.is_own ? false : t(texts.notOwn)
    return [
      (folder.is_personal || mayShareFolders()) && {
        label: t(texts.newInside),
        onSelect: () => setAsked({ create: { isPersonal: folder.is_personal, parent: folder } }),
      },
      { label: t(texts.rename), disabledReason, onSelect: () => setAsked({ rename: folder }) },
      { label: t(texts.move), disabledReason, onSelect: () => setAsked({ move: folder }) },
      !folder.is_personal &&
        mayShareFolders() && { label: t(texts.rights), onSelect: () => setAsked({ rights: folder }) },
      'divider',
      { label: t(texts.delete), danger: true, disabledReason, onSelect: () => setDeleted(folder) },
    ]
  }

  return (
    <nav className={css.pane} aria-label={t(texts.title)}>
      <button
        type="button"
        className={css.all}
        aria-current={selected === undefined ? 'true' : undefined}
        onClick={() => onSelect(undefined)}
      >
        <Layers size={14} />
        {t(texts.all)}
      </button>
      {error ? <ErrorPanel message={messageOf(error)} onRetry={() => void refetch()} /> : null}
      {data?.length === 0 ? <p className={css.none}>{t(isPhone ? texts.nonePhone : texts.none)}</p> : null}
      {[false, true].map((isPersonal) => (
        <section key={String(isPersonal)}>
          <FolderHeading
            isPersonal={isPersonal}
            onAdd={() => setAsked({ create: { isPersonal } })}
            onDrop={(event) => drop(event, isPersonal)}
          />
          <ul className={css.tree}>
            {folderRows(data ?? [], { isPersonal, closed }).map((folder) => (
              <FolderItem
                key={folder.id}
                folder={folder}
                isSelected={folder.id === selected}
                isClosed={closed.has(folder.id)}
                onToggle={() => toggle(folder.id)}
                onSelect={() => onSelect(folder.id)}
                onDrop={(event) => drop(event, isPersonal, folder)}
                menu={menuOf(folder)}
              />
            ))}
          </ul>
        </section>
      ))}
      <FolderDialogs kind={kind} asked={asked} onCreated={onSelect} onClose={() => setAsked(undefined)} />
      <ConfirmDialog
        open={deleted !== undefined}
        danger
        confirmLabel={t(texts.delete)}
        onClose={() => setDeleted(undefined)}
        onConfirm={remove}
      >
        {rich(parent ? texts.deleteQuestion : texts.deleteTopQuestion, {
          name: deleted?.name ?? '',
          parent: parent?.name ?? '',
          b: (parts) => <b>{parts}</b>,
        })}
      </ConfirmDialog>
    </nav>
  )
}

interface DialogsProps {
  kind: FolderPaneProps['kind']
  asked: Asked | undefined
  onCreated: (id: number) => void
  onClose: () => void
}

/** The dialog that is open. */
function FolderDialogs({ kind, asked, onCreated, onClose }: DialogsProps) {
  return (
    <>
      {asked && 'create' in asked ? (
        <NewFolderDialog kind={kind} folder={asked.create} onCreated={onCreated} onClose={onClose} />
      ) : null}
      {asked && 'rename' in asked ? <RenameDialog kind={kind} folder={asked.rename} onClose={onClose} /> : null}
      {asked && 'move' in asked ? <MoveFolderDialog kind={kind} folder={asked.move} onClose={onClose} /> : null}
      {asked && 'rights' in asked ? (
        <LazyPart onClose={onClose}>
          <RightsDialog folder={asked.rights} onClose={onClose} />
        </LazyPart>
      ) : null}
    </>
  )
}
