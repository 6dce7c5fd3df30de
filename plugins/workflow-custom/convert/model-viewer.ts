// The viewer widget of 3-D classes, which renders in the graph editor.

import { recordOrEmpty, type InputSpec, type NodeClass } from "@pictor/kernel/plugin";
import type { EditorNode } from "../editor/editor-graph.js";

const viewerTypes = new Set(["LOAD_3D", "LOAD_3D_ANIMATION"]);

/** The values that the buttons above a viewer save in the file. */
const buttons = ["upload3dmodel", "uploadExtraResources", "clear"];

export const isViewer = ({ type }: InputSpec): boolean => viewerTypes.has(type);

/** Number of values that the buttons of a viewer have saved from `index` on. Some versions save none. */
export const viewerButtons = (values: readonly unknown[], index: number): number =>
  buttons.every((button, offset) => values[index + offset] === button) ? buttons.length : 0;

/** The viewer whose images of a model the class takes; undefined for a class that only shows or saves a model. */
export const renderingViewer = ({ inputs }: NodeClass): InputSpec | undefined =>
  inputs.some(({ name }) => name === "model_file") ? inputs.find(isViewer) : undefined;

/** Whether the editor itself adds a viewer, `image`, to a class. The class does not declare that input, and servers ignore it. */
export const hasEditorViewer = ({ name }: NodeClass): boolean => name === "Preview3D";

/** The camera that the file has saved: the editor submits it for a viewer that renders no image. */
export const viewerState = ({ properties }: EditorNode): Readonly<Record<string, unknown>> => ({
  image: "",
  mask: "",
  normal: "",
  camera_info: recordOrEmpty(properties["Camera Config"])["state"] ?? null,
  recording: "",
  model_3d_info: [],
});
