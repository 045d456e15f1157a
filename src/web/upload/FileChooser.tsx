import { Upload } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import { defineTexts, useText } from '../ui/text.ts'
import css from './FileDialog.module.css'

const texts = defineTexts('fileChooser', { select: 'Select file', change: 'Select another file' })

interface FileChooserProps {
  /** shown before the name of the selected file */
  icon: ReactNode
  name: string | undefined
  /** file name extensions, for the browser's file dialog */
  accept: string
  disabled: boolean
  /** text of the button before a file is selected; "Select file" by default */
  label?: string
  /** whether several files can be selected */
  multiple?: boolean
  onFiles: (files: readonly File[]) => void
}

/** The selected file, and the button that selects one. */
export function FileChooser({ icon, name, accept, disabled, label, multiple, onFiles }: FileChooserProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={css.file}>
      {name === undefined ? null : (
        <>
          {icon}
          <span className={css.fileName}>{name}</span>
        </>
      )}
      <Button size="md" icon={<Upload size={14} />} disabled={disabled} onClick={() => input.current?.click()}>
        {name === undefined ? (label ?? t(texts.select)) : t(texts.change)}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        className={css.input}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // cleared, so that the same file can be selected again
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </div>
  )
}
