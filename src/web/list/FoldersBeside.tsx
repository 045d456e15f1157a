import { lazy, type ReactNode, Suspense } from 'react'
import { Drawer } from '../ui/Drawer.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './ListScreen.module.css'
import type { ListDefinition } from './listDefinition.ts'
import type { FolderPaneState } from './useFolderPane.ts'

const texts = defineTexts('foldersBeside', { folders: 'Folders' })

const FolderPane = lazy(() => import('../folders/FolderPane.tsx'))

interface FoldersBesideProps {
  definition: Pick<ListDefinition<{ id: number }>, 'foldedAs'>
  folders: FolderPaneState
  children: ReactNode
}

/** A list with its folders: beside it, on phones in a drawer. */
export function FoldersBeside({ definition: { foldedAs }, folders, children }: FoldersBesideProps) {
  const t = useText()
  if (foldedAs === undefined) return children
  const pane = (
    <Suspense>
      <FolderPane kind={foldedAs} selected={folders.selected} onSelect={folders.onSelect} />
    </Suspense>
  )
  return (
    <div className={css.beside}>
      {folders.isNarrow ? (
        <Drawer open={folders.isOpen} onClose={folders.onToggle} label={t(texts.folders)}>
          {pane}
        </Drawer>
      ) : folders.isOpen ? (
        pane
      ) : null}
      {children}
    </div>
  )
}
