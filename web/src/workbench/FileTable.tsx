import { downloadAddress } from "../api/client";
import type { FileEntry } from "../api/types";
import { FileChips } from "../shell/FileChips";
import { Icon } from "../shell/Icon";
import { KindTag } from "../shell/KindTag";
import { fileSize, moment } from "../words";

interface Props {
  workbenchId: string;
  files: FileEntry[];
  blocked: boolean;
  onRemove: (file: FileEntry) => void;
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
            <span className="visually-hidden">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {files.map((file) => (
          <tr key={file.path}>
            <th scope="row">
              <KindTag path={file.path} kind={file.file_kind} />
              <span className="files-name">
                <a
                  href={downloadAddress(workbenchId, file.path, "active")}
                  download={file.path}
                  title={`Download ${file.path}`}
                >
                  {file.path}
                </a>
                <span className="chips">
                  <FileChips file={file} />
                </span>
              </span>
            </th>
            <td className="files-size">{fileSize(file.size)}</td>
            <td className="files-time">{moment(file.modified_at)}</td>
            <td className="files-remove">
              <button
                type="button"
                className="button button-small button-bare"
                onClick={() => onRemove(file)}
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
