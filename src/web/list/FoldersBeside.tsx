import { useQuery } from '@tanstack/react-query'
import { FolderOpen, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { folderPath } from '../../model/folder/folderTree.ts'
import { type FoldedKind, foldersQuery } from '../api/folders.ts'
import { Drawer } from '../ui/Drawer.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './ListScreen.module.css'
import type { FolderPaneState } from './useFolderPane.ts'

const texts = defineTexts('foldersBeside', { folders: 'Folders', all: 'Show all' })

const FolderPane = lazy(() => import('../folders/FolderPane.tsx'))

interface FoldersBesideProps {
  /** undefined: a list without folders */
  kind: FoldedKind | undefined
  folders: FolderPaneState
  onMoved: () => void
  children: ReactNode
}

/** A list with its folders: next to it, or on phones in a drawer. */
export function FoldersBeside({ kind, folders, onMoved, children }: FoldersBesideProps) {
  const t = useText()
  if (kind === undefined) return children
  const pane = (
    <Suspense>
      <FolderPane kind={kind} selected={folders.selected} onSelect={folders.onSelect} onMoved={onMoved} />
    </Suspense>
  )
  if (!folders.isNarrow) {
    return (
      <div className={css.beside}>
        {folders.isOpen ? pane : null}
        {children}
      </div>
    )
  }
  return (
    <>
      <Drawer open={folders.isOpen} onClose={folders.onToggle} label={t(texts.folders)}>
        {pane}
      </Drawer>
      {folders.selected === undefined ? null : (
        <FolderPath kind={kind} id={folders.selected} onShowAll={() => folders.onSelect(undefined)} />
      )}
      {children}
    </>
  )
}

interface FolderPathProps {
  kind: FoldedKind
  id: number
  onShowAll: () => void
}

/** For phones: shows which folder is selected, because the pane is visible only while it is open. */
function FolderPath({ kind, id, onShowAll }: FolderPathProps) {
  const t = useText()
  const { data } = useQuery(foldersQuery(kind))
  const tree = new Map(data?.map((folder) => [folder.id, folder]))
  const names = folderPath(tree, id).flatMap((each) => tree.get(each)?.name ?? [])
  return (
    <p className={css.path}>
      <FolderOpen size={14} />
      <span className={css.pathNames}>{names.toReversed().join(' / ')}</span>
      <IconButton label={t(texts.all)} icon={<X size={14} />} onClick={onShowAll} />
    </p>
  )
}
