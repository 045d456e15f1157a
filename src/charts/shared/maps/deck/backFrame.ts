import type { DeckProps } from '@deck.gl/core'

type Device = Parameters<NonNullable<DeckProps['onDeviceInitialized']>>[0]
type Framebuffer = ReturnType<Device['createFramebuffer']>

/** A frame that is drawn beside the canvas. */
export interface BackFrame {
  /** Calls back after the canvas has its size and is on the page as it is: this, too, would wait for a new frame. */
  ready: (draw: () => void) => void
  /** Where the frame is drawn, in the current size of the canvas. */
  target: () => Framebuffer
  /** Copies the drawn frame to the canvas. */
  show: () => void
}

/** As many as browsers take for a canvas. */
const mostSamples = 4

/**
 * For browsers that draw on the processor: they read each frame that is drawn on a canvas back into memory, and the page
 * does not respond until it is drawn. A frame beside the canvas is drawn meanwhile, and copying it takes milliseconds.
 * The edges of marks are as smooth as on a canvas.
 */
export function createBackFrame(device: Device, signal: AbortSignal): BackFrame {
  // deck.gl draws with WebGL only
  const gl = device.handle as WebGL2RenderingContext
  const samples = Math.min(mostSamples, Number(gl.getParameter(gl.MAX_SAMPLES)))
  const handle = gl.createFramebuffer()
  const [color, depth] = [gl.createRenderbuffer(), gl.createRenderbuffer()]
  let frame: Framebuffer | undefined

  function inSize(width: number, height: number): Framebuffer {
    frame?.destroy()
    gl.bindFramebuffer(gl.FRAMEBUFFER, handle)
    for (const [buffer, format, place] of [
      [color, gl.RGBA8, gl.COLOR_ATTACHMENT0],
      [depth, gl.DEPTH24_STENCIL8, gl.DEPTH_STENCIL_ATTACHMENT],
    ] as const) {
      gl.bindRenderbuffer(gl.RENDERBUFFER, buffer)
      gl.renderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, width, height)
      gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffer)
    }
    gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    return device.createFramebuffer({ handle, width, height })
  }

  function target(): Framebuffer {
    // gives the canvas its size
    device.canvasContext?.getCurrentFramebuffer()
    const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight]
    if (frame?.width !== width || frame.height !== height) frame = inSize(width, height)
    return frame
  }

  return {
    ready(draw) {
      target()
      // the page is painted after the callbacks of a frame, and before the next task
      requestAnimationFrame(() => setTimeout(() => signal.aborted || draw()))
    },
    target,
    show() {
      if (!frame || gl.isContextLost()) return
      const { width, height } = frame
      // the canvas was resized: the frame of its new size follows
      if (width !== gl.drawingBufferWidth || height !== gl.drawingBufferHeight) return
      gl.bindFramebuffer(gl.READ_FRAMEBUFFER, handle)
      gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null)
      gl.disable(gl.SCISSOR_TEST)
      gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST)
      gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    },
  }
}
