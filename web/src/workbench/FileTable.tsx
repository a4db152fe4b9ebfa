import { downloadAddress } from "../api/client";
import { ChangeBadge } from "../review/ChangeList";
import { Link, paths } from "../router";
import { FileChips } from "../shell/FileChips";
import { Icon } from "../shell/Icon";
import { KindTag } from "../shell/KindTag";
import { fileSize, moment, nameShown } from "../words";
import type { ShownFile } from "./shownFiles";

interface Props {
  workbenchId: string;
  files: ShownFile[];
  blocked: boolean;
  onRemove: (path: string) => void;
}

export function FileTable({ workbenchId, files, blocked, onRemove }: Props) {
  if (files.length === 0) return null;
  return (
    <table className="files">
      <caption className="visually-hidden">Files of this workbench</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col" className="files-size">
            Size
          </th>
          <th scope="col" className="files-time">
            Changed
          </th>
          <th scope="col">
            <span className="visually-hidden">Download or remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={file.path}>
            <th scope="row">
              <KindTag path={file.path} kind={file.file_kind} />
              <span className="files-name">
                <Link href={paths.file(workbenchId, file.path)}>{nameShown(file.path)}</Link>
                <span className="chips">
                  {file.change && <ChangeBadge type={file.change} />}
                  <FileChips file={file} />
                </span>
              </span>
            </th>
            <td className="files-size">{file.size == null ? "" : fileSize(file.size)}</td>
            <td className="files-time">
              {/* When a changed file was published is not when it changed. */}
              {file.change ? "in the Draft" : file.modified_at && moment(file.modified_at)}
            </td>
            <td className="files-remove">
              <a
                className="button button-small button-bare"
                href={downloadAddress(workbenchId, file.path, file.change === "deleted" ? "published" : "active")}
                download={file.path}
                aria-label={`Download ${file.path}`}
                title={`Download ${file.path}`}
              >
                <Icon name="download" size={17} />
              </a>
              <button
                type="button"
                className="button button-small button-bare"
                onClick={() => onRemove(file.path)}
                disabled={blocked}
                aria-label={`Remove ${file.path}`}
                title={blocked ? "Publish or discard the Draft first" : `Remove ${file.path}`}
              >
                <Icon name="trash" size={17} />
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
