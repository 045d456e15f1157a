import { Upload } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { defineTexts, useText } from '../ui/text.ts'
import { carriesBundle } from '../upload/isBundle.ts'
import { canUpload } from '../upload/uploadState.ts'
import css from './DropZone.module.css'

const texts = defineTexts('dropZone', { hint: 'Drop the file to import it' })

export interface DropZoneProps {
  disabled: boolean
  title: string
  onFile: (file: File) => void
  children: ReactNode
}

/** A page that takes a file dropped anywhere on it. The same goes by a button. */
export function DropZone({ disabled, title, onFile, children }: DropZoneProps) {
  const t = useText()
  const [isOver, setIsOver] = useState(false)
  // Entering a child leaves its parent: only the last leave counts.
  const depth = useRef(0)

  // Files of data go to the upload where the reader may bring them.
  const carriesFile = ({ dataTransfer }: DragEvent) =>
    !disabled && dataTransfer.types.includes('Files') && (!canUpload() || carriesBundle(dataTransfer))

  function onDragEnter(event: DragEvent) {
    if (!carriesFile(event)) return
    depth.current += 1
    setIsOver(true)
  }

  function onDragLeave(event: DragEvent) {
    if (!carriesFile(event)) return
    depth.current -= 1
    if (depth.current <= 0) setIsOver(false)
  }

  function onDrop(event: DragEvent) {
    if (!carriesFile(event)) return
    event.preventDefault()
    depth.current = 0
    setIsOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button of the page does the same by keyboard
    <div
      className={css.zone}
      onDragEnter={onDragEnter}
      onDragOver={(event) => {
        if (carriesFile(event)) event.preventDefault()
      }}
      onDragLeave={onDragLeave}
      onDrop={onDrop}
    >
      {children}
      {isOver ? (
        <div className={css.overlay}>
          <Upload size={24} />
          <b>{title}</b>
          {t(texts.hint)}
        </div>
      ) : null}
    </div>
  )
}
