import { copyText } from './copyText.ts'
import { defineTexts, useText } from './text.ts'
import { toast } from './toast.ts'

const texts = defineTexts('ui.copy', {
  done: 'Copied to clipboard!',
  unsupported: 'Sorry, your browser does not support copying.',
})

/** Copies a text, which may be a promise, and shows a message; `doneText` replaces the default message. */
export function useCopy(): (text: string | Promise<string>, doneText?: string) => Promise<void> {
  const t = useText()
  return async (text, doneText) => {
    if (await copyText(text)) toast.success(doneText ?? t(texts.done))
    else toast.danger(t(texts.unsupported))
  }
}
