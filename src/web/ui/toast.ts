import type { MessageDescriptor } from 'react-intl'
import { create } from 'zustand'
import type { TextValues } from './text.ts'

export type ToastKind = 'info' | 'success' | 'warning' | 'danger'

/** A text, or a message with its values, which the toast translates: code outside of components cannot do that. */
export type ToastText = string | { text: MessageDescriptor; values?: TextValues }

export interface ToastMessage {
  id: number
  kind: ToastKind
  text: ToastText
  /** in ms; -1 stays until it is closed */
  durationMs: number
  action?: { label: string; onSelect: () => void }
}

export interface ToastOptions {
  durationMs?: number
  /** whether the toast is not shown if one of the same kind with the same text is still visible */
  noDuplicate?: boolean
  action?: ToastMessage['action']
}

/** How long each kind is shown in ms, as in the contract. */
export const toastDurationsMs: Record<ToastKind, number> = { info: 4000, success: 4000, warning: 6000, danger: 8000 }

const limit = 5
let nextId = 1

export const useToasts = create<{ toasts: ToastMessage[] }>(() => ({ toasts: [] }))

/** Shows a short message; callable from anywhere. Returns its id for `closeToast`. */
function show(kind: ToastKind, text: ToastText, options: ToastOptions = {}): number {
  const { toasts } = useToasts.getState()
  const same = options.noDuplicate ? toasts.find((toast) => toast.kind === kind && isSame(toast.text, text)) : undefined
  if (same) return same.id
  const toast: ToastMessage = {
    id: nextId++,
    kind,
    text,
    durationMs: options.durationMs ?? toastDurationsMs[kind],
    action: options.action,
  }
  useToasts.setState({ toasts: [...toasts, toast].slice(-limit) })
  return toast.id
}

const isSame = (one: ToastText, other: ToastText) => JSON.stringify(one) === JSON.stringify(other)

export function closeToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

export const toast = {
  info: (text: ToastText, options?: ToastOptions) => show('info', text, options),
  success: (text: ToastText, options?: ToastOptions) => show('success', text, options),
  warning: (text: ToastText, options?: ToastOptions) => show('warning', text, options),
  danger: (text: ToastText, options?: ToastOptions) => show('danger', text, options),
}
