import { useQuery } from '@tanstack/react-query'
import { FolderX } from 'lucide-react'
import { type FoldedKind, foldersQuery } from '../api/folders.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import { useIsPhone } from '../ui/useIsPhone.ts'
import css from './ListScreen.module.css'
import type { FilterValue } from './listState.ts'

const texts = defineTexts('emptyFolder', {
  empty: 'No {title} in this folder',
  emptyText: 'Drag rows onto it, or select them and choose Move to folder.',
  emptyPhoneText: 'Select rows and choose Move to folder.',
  missing: 'This folder does not exist',
  missingText: 'It was deleted, or it is another user’s personal folder.',
  showAll: 'Show all {title}',
})

interface EmptyFolderProps {
  kind: FoldedKind
  folder: FilterValue
  /** title of the list */
  title: string
  onShowAll: () => void
}

/** The empty state of a list in a folder. */
export function EmptyFolder({ kind, folder, title: listTitle, onShowAll }: EmptyFolderProps) {
  const t = useText()
  const isPhone = useIsPhone()
  const { data } = useQuery(foldersQuery(kind))
  const isMissing = data?.every(({ id }) => id !== folder) === true
  const title = listTitle.toLowerCase()
  return (
    <EmptyState
      picture={<FolderX size={32} className={css.noMatch} />}
      title={isMissing ? t(texts.missing) : t(texts.empty, { title })}
      text={t(isMissing ? texts.missingText : isPhone ? texts.emptyPhoneText : texts.emptyText)}
      actions={
        <Button size="md" onClick={onShowAll}>
          {t(texts.showAll, { title })}
        </Button>
      }
    />
  )
}
