import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight, Ellipsis, Folder, FolderOpen, Layers, Plus } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { can } from '../api/bootstrap.ts'
import { messageOf } from '../api/failure.ts'
import { createFolder, deleteFolder, type FoldedKind, foldersQuery, updateFolder } from '../api/folders.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { classes } from '../ui/classes.ts'
import { ErrorPanel } from '../ui/ErrorPanel.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, type MenuEntry } from '../ui/Menu.tsx'
import { defineTexts, useRichText, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { draggedFolder, droppedRows, isFolderDrag, isRowDrag, startFolderDrag } from './draggedRow.ts'
import css from './Folders.module.css'
import { folderRows, type PlacedFolder } from './folderRows.ts'
import { NameDialog } from './NameDialog.tsx'
import { useFolderChanges } from './useFolderChanges.ts'

const texts = defineTexts('folders', {
  title: 'Folders',
  all: 'All',
  shared: 'Shared folders',
  personal: 'My folders',
  newShared: 'New shared folder',
  newPersonal: 'New folder of mine',
  none: 'No folders yet. Drag rows onto a folder to move them, or select them and choose Move.',
  newInside: 'New folder in it',
  rename: 'Rename',
  toTop: 'Move to the top',
  delete: 'Delete',
  more: 'Actions of {name}',
  open: 'Open {name}',
  close: 'Close {name}',
  notOwn: 'Only its creator and administrators change a shared folder.',
  deleteQuestion: 'Are you sure you want to delete the folder <b>{name}</b>? What is in it moves to {parent}.',
  noParent: 'no folder',
})

interface FolderPaneProps {
  kind: FoldedKind
  /** the shown folder; undefined: all objects */
  selected: number | undefined
  onSelect: (id: number | undefined) => void
}

type Named = { isPersonal: boolean; parent?: PlacedFolder } | { renamed: PlacedFolder }

/** The folders of a list: choosing one shows what is in it and below it. Rows and folders are dropped on folders. */
export default function FolderPane({ kind, selected, onSelect }: FolderPaneProps) {
  const t = useText()
  const rich = useRichText()
  const { data, error, refetch } = useQuery(foldersQuery(kind))
  const { run, move } = useFolderChanges(kind)
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const [named, setNamed] = useState<Named>()
  const [deleted, setDeleted] = useState<PlacedFolder>()
  const mayShare = (['Dashboard', 'Chart', 'Dataset'] as const).some((each) => can('can_write', each))
  const parentOf = (folder: PlacedFolder | undefined) => data?.find(({ id }) => id === folder?.parent_id)

  function toggle(id: number) {
    setClosed((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }

  async function save(name: string): Promise<boolean> {
    if (!named) return true
    if ('renamed' in named) return run(() => updateFolder(named.renamed.id, { name }))
    const { isPersonal, parent } = named
    return run(async () => {
      onSelect(await createFolder({ name, ...(parent ? { parent_id: parent.id } : { is_personal: isPersonal }) }))
    })
  }

  function onDrop(event: DragEvent, folder: PlacedFolder) {
    event.preventDefault()
    if (isFolderDrag(event)) {
      const id = draggedFolder(event)
      if (id !== folder.id) void run(() => updateFolder(id, { parent_id: folder.id }))
      return
    }
    const dropped = droppedRows(event)
    if (dropped?.kind === kind) void move(dropped.ids, folder)
  }

  const groups = [
    { label: t(texts.shared), isPersonal: false, add: mayShare ? t(texts.newShared) : undefined },
    { label: t(texts.personal), isPersonal: true, add: t(texts.newPersonal) },
  ]
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
      {data?.length === 0 ? <p className={css.none}>{t(texts.none)}</p> : null}
      {groups.map(({ label, isPersonal, add }) => (
        <section key={label} aria-label={label}>
          <h2 className={css.heading}>
            {label}
            {add === undefined ? null : (
              <IconButton size="xs" label={add} icon={<Plus size={14} />} onClick={() => setNamed({ isPersonal })} />
            )}
          </h2>
          <ul className={css.tree}>
            {folderRows(data ?? [], { isPersonal, closed }).map((folder) => (
              <FolderItem
                key={folder.id}
                folder={folder}
                isSelected={folder.id === selected}
                isClosed={closed.has(folder.id)}
                onToggle={() => toggle(folder.id)}
                onSelect={() => onSelect(folder.id)}
                onDrop={(event) => onDrop(event, folder)}
                menu={[
                  (isPersonal || mayShare) && {
                    label: t(texts.newInside),
                    onSelect: () => setNamed({ isPersonal, parent: folder }),
                  },
                  {
                    label: t(texts.rename),
                    disabledReason: folder.is_own ? false : t(texts.notOwn),
                    onSelect: () => setNamed({ renamed: folder }),
                  },
                  folder.parent_id !== null && {
                    label: t(texts.toTop),
                    disabledReason: folder.is_own ? false : t(texts.notOwn),
                    onSelect: () => void run(() => updateFolder(folder.id, { parent_id: null })),
                  },
                  'divider',
                  {
                    label: t(texts.delete),
                    danger: true,
                    disabledReason: folder.is_own ? false : t(texts.notOwn),
                    onSelect: () => setDeleted(folder),
                  },
                ]}
              />
            ))}
          </ul>
        </section>
      ))}
      {named ? (
        <NameDialog
          name={'renamed' in named ? named.renamed.name : ''}
          isNew={!('renamed' in named)}
          onSave={save}
          onClose={() => setNamed(undefined)}
        />
      ) : null}
      <ConfirmDialog
        open={deleted !== undefined}
        danger
        confirmLabel={t(texts.delete)}
        onClose={() => setDeleted(undefined)}
        onConfirm={async () => {
          if (!deleted) return
          await run(async () => {
            const { message } = await deleteFolder(deleted.id)
            if (selected === deleted.id) onSelect(deleted.parent_id ?? undefined)
            toast.success(message)
          })
          setDeleted(undefined)
        }}
      >
        {rich(texts.deleteQuestion, {
          name: deleted?.name ?? '',
          parent: parentOf(deleted)?.name ?? t(texts.noParent),
          b: (parts) => <b>{parts}</b>,
        })}
      </ConfirmDialog>
    </nav>
  )
}

interface FolderItemProps {
  folder: PlacedFolder
  isSelected: boolean
  isClosed: boolean
  onToggle: () => void
  onSelect: () => void
  onDrop: (event: DragEvent) => void
  menu: MenuEntry[]
}

function FolderItem({ folder, isSelected, isClosed, onToggle, onSelect, onDrop, menu }: FolderItemProps) {
  const t = useText()
  const [isOver, setIsOver] = useState(false)
  const { name, level, total, hasFolders } = folder
  const Icon = isSelected ? FolderOpen : Folder
  return (
    <li
      className={classes(css.item, isSelected && css.selected, isOver && css.over)}
      style={{ paddingInlineStart: 8 + level * 14 }}
      draggable={folder.is_own}
      onDragStart={(event) => startFolderDrag(event, folder.id)}
      onDragOver={(event) => {
        if (!isRowDrag(event) && !isFolderDrag(event)) return
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false)
        onDrop(event)
      }}
    >
      {hasFolders ? (
        <button
          type="button"
          className={css.chevron}
          aria-expanded={!isClosed}
          aria-label={t(isClosed ? texts.open : texts.close, { name })}
          onClick={onToggle}
        >
          {isClosed ? <ChevronRight size={12} /> : <ChevronDown size={12} />}
        </button>
      ) : (
        <span className={css.chevron} />
      )}
      <button type="button" className={css.folder} aria-current={isSelected ? 'true' : undefined} onClick={onSelect}>
        <Icon size={14} />
        <span className={css.name}>{name}</span>
        <span className={css.count}>{total === 0 ? '' : total.toLocaleString()}</span>
      </button>
      <span className={css.more}>
        <Menu
          align="end"
          trigger={<IconButton size="xs" label={t(texts.more, { name })} icon={<Ellipsis size={14} />} />}
          items={menu}
        />
      </span>
    </li>
  )
}
