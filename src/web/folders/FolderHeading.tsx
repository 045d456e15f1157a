import { Plus } from 'lucide-react'
import type { DragEvent } from 'react'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './Folders.module.css'
import { mayShareFolders } from './folderRows.ts'
import { useDropTarget } from './useDropTarget.ts'

const texts = defineTexts('folderHeading', {
  shared: 'Shared folders',
  personal: 'My folders',
  newShared: 'New shared folder',
  newPersonal: 'New personal folder',
})

interface FolderHeadingProps {
  isPersonal: boolean
  onAdd: () => void
  /** a folder that is dropped here moves to the top level; rows that are dropped here leave their folder */
  onDrop?: (event: DragEvent) => void
}

/** The heading of the shared or the personal folders, with the button that creates one. */
export function FolderHeading({ isPersonal, onAdd, onDrop }: FolderHeadingProps) {
  const t = useText()
  const { isOver, handlers } = useDropTarget(isPersonal, (event) => onDrop?.(event))
  return (
    <div className={classes(css.heading, isOver && css.over)} {...(onDrop && handlers)}>
      <h2 className={css.legend}>{t(isPersonal ? texts.personal : texts.shared)}</h2>
      {isPersonal || mayShareFolders() ? (
        <IconButton
          size="xs"
          label={t(isPersonal ? texts.newPersonal : texts.newShared)}
          icon={<Plus size={14} />}
          onClick={onAdd}
        />
      ) : null}
    </div>
  )
}
