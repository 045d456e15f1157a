import { ChevronDown, ChevronRight, Ellipsis, Folder, FolderOpen } from 'lucide-react'
import type { DragEvent } from 'react'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, type MenuEntry } from '../ui/Menu.tsx'
import { pageLanguage } from '../ui/pageLanguage.ts'
import { defineTexts, useText } from '../ui/text.ts'
import { startFolderDrag } from './draggedRow.ts'
import css from './Folders.module.css'
import type { PlacedFolder } from './folderRows.ts'
import { useDropTarget } from './useDropTarget.ts'

const texts = defineTexts('folderItem', {
  more: 'Actions of {name}',
  open: 'Open {name}',
  close: 'Close {name}',
})

interface FolderItemProps {
  folder: PlacedFolder
  isSelected: boolean
  isClosed: boolean
  onToggle: () => void
  onSelect: () => void
  onDrop: (event: DragEvent) => void
  menu: MenuEntry[]
}

/** One folder of the pane: its name, the number of objects in it and below it, and its actions. */
export function FolderItem({ folder, isSelected, isClosed, onToggle, onSelect, onDrop, menu }: FolderItemProps) {
  const t = useText()
  const { isOver, handlers } = useDropTarget(folder.is_personal, onDrop)
  const { name, level, total, hasFolders } = folder
  const Icon = isSelected ? FolderOpen : Folder
  return (
    <li
      className={classes(css.item, isSelected && css.selected, isOver && css.over)}
      style={{ paddingInlineStart: 8 + level * 14 }}
      draggable={folder.is_own}
      onDragStart={(event) => startFolderDrag(event, folder)}
      {...handlers}
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
        <span className={css.name} title={name}>
          {name}
        </span>
        <span className={css.count}>{total === 0 ? '' : total.toLocaleString(pageLanguage())}</span>
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
